import { ApiError } from '@deal-canvas/client'
import { imageTypes, type Me } from '@deal-canvas/contract'
import { useId, useRef } from 'react'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { SavedMark } from './saved-mark.tsx'
import { UnreadableImage } from './square-photo.ts'
import { usePhoto } from './use-photo.ts'

const explain = (error: Error): string => {
  if (error instanceof UnreadableImage) return 'This file is not a readable image. Choose a PNG, JPEG or WebP image.'
  const aboutFile = error instanceof ApiError ? error.about('file') : undefined
  return aboutFile === undefined ? sentenceFor(error) : `${aboutFile}.`
}

/** My photo. Changes are saved at once, apart from the fields of the profile. */
export const PhotoField = ({ person }: { person: Me }) => {
  const hintId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const { upload, remove } = usePhoto()
  const hasPhoto = Boolean(person.avatar_url)
  const isBusy = upload.isPending || remove.isPending
  const error = upload.error ?? remove.error
  return (
    <fieldset className="grid gap-2 px-[14px] pt-3">
      <legend className="sr-only">Photo</legend>
      {error !== null && <Note tone="red">Photo not changed. {explain(error)}</Note>}
      <div className="flex flex-wrap items-center gap-3">
        <Avatar id={person.id} name={person.display_name} picture={person.avatar_url} size="large" />
        <Button
          busy={upload.isPending}
          idle={isBusy}
          aria-describedby={hintId}
          onClick={() => chooser.current?.click()}
        >
          Upload a photo
        </Button>
        <Button
          look="ghost"
          busy={remove.isPending}
          idle={isBusy || !hasPhoto}
          onClick={() => {
            upload.reset()
            remove.mutate()
          }}
        >
          Remove photo
        </Button>
        {upload.isSuccess && <SavedMark>Photo saved</SavedMark>}
        {remove.isSuccess && <SavedMark>Photo removed</SavedMark>}
        <input
          ref={chooser}
          type="file"
          hidden
          accept={imageTypes.join(',')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // So that the same file can be chosen again after an error.
            currentTarget.value = ''
            if (file === undefined) return
            remove.reset()
            upload.mutate(file)
          }}
        />
      </div>
      <p id={hintId} className="text-small text-fg-3">
        PNG, JPEG or WebP. The photo is cropped to a square. Without one your initials are shown.
      </p>
    </fieldset>
  )
}
