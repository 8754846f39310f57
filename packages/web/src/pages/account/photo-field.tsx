import { ApiError } from '@deal-canvas/client'
import { imageTypes, type Me } from '@deal-canvas/contract'
import { useId, useRef } from 'react'
import { accountMessages } from '../../messages/account.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { SavedMark } from './saved-mark.tsx'
import { UnreadableImageError } from './square-photo.ts'
import { usePhoto } from './use-photo.ts'

const explain = (error: Error): string => {
  if (error instanceof UnreadableImageError) return accountMessages.photoUnreadable()
  const aboutFile = error instanceof ApiError ? error.about('file') : undefined
  return aboutFile === undefined ? sentenceFor(error) : `${aboutFile}.`
}

/** The user's own photo. Changes are saved immediately, separately from the profile fields. */
export const PhotoField = ({ person }: { person: Me }) => {
  const hintId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const { upload, remove } = usePhoto()
  const hasPhoto = Boolean(person.avatar_url)
  const isBusy = upload.isPending || remove.isPending
  const error = upload.error ?? remove.error
  return (
    <fieldset className="grid gap-2 px-[14px] pt-3">
      <legend className="sr-only">{accountMessages.photo()}</legend>
      {error !== null && <Note tone="red">{accountMessages.photoNotChanged({ reason: explain(error) })}</Note>}
      <div className="flex flex-wrap items-center gap-3">
        <Avatar id={person.id} name={person.display_name} picture={person.avatar_url} size="large" />
        <Button
          busy={upload.isPending}
          idle={isBusy}
          aria-describedby={hintId}
          onClick={() => chooser.current?.click()}
        >
          {accountMessages.uploadPhoto()}
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
          {accountMessages.removePhoto()}
        </Button>
        {upload.isSuccess && <SavedMark>{accountMessages.photoSaved()}</SavedMark>}
        {remove.isSuccess && <SavedMark>{accountMessages.photoRemoved()}</SavedMark>}
        <input
          ref={chooser}
          type="file"
          hidden
          accept={imageTypes.join(',')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // Lets the user choose the same file again after an error.
            currentTarget.value = ''
            if (file === undefined) return
            remove.reset()
            upload.mutate(file)
          }}
        />
      </div>
      <p id={hintId} className="text-small text-fg-3">
        {accountMessages.photoHint()}
      </p>
    </fieldset>
  )
}
