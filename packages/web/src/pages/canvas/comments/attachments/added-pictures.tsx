import { useQuery } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { useServices } from '../../../../session/services.ts'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './added-pictures.module.css'
import { pictureQuery, useObjectUrl } from './picture.tsx'
import type { AddedPicture, usePictures } from './use-pictures.ts'

const Thumb = ({ picture: { id, name, file }, onRemove }: { picture: AddedPicture; onRemove: () => void }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data, error } = useQuery({ ...pictureQuery(client, dealId, id), enabled: file === undefined })
  const url = useObjectUrl(file ?? data)
  return (
    <li>
      {url !== undefined && <img src={url} alt={name} />}
      {error !== null && <p className="error">{commentMessages.pictureBroken({ name, reason: sentenceFor(error) })}</p>}
      <button type="button" aria-label={commentMessages.pictureRemove({ name })} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </li>
  )
}

/** The pictures of a comment being written, and a button to add one without the clipboard. */
export const AddedPictures = ({ of }: { of: ReturnType<typeof usePictures> }) => (
  <>
    {of.pictures.length > 0 && (
      <ul className={styles.thumbs} aria-label={commentMessages.pictures()}>
        {of.pictures.map((picture) => (
          <Thumb key={picture.id} picture={picture} onRemove={() => of.remove(picture.id)} />
        ))}
      </ul>
    )}
    <label className={styles.addPicture}>
      <Icon name="picture" size={14} />
      {of.isUploading ? commentMessages.pictureAdding() : commentMessages.pictureAdd()}
      <input
        type="file"
        accept="image/png,image/jpeg,image/webp"
        multiple
        onChange={(event) => {
          of.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
    {(of.refusal ?? of.error) && (
      <p className="error" role="alert">
        {of.refusal ?? (of.error && sentenceFor(of.error))}
      </p>
    )}
  </>
)
