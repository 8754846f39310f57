import { sentenceFor } from '../../../session/sentence-for.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useObjectUrl } from './picture.tsx'
import type { AddedPicture, usePictures } from './use-pictures.ts'

const Thumb = ({ picture: { file }, onRemove }: { picture: AddedPicture; onRemove: () => void }) => {
  const url = useObjectUrl(file)
  return (
    <li>
      {url !== undefined && <img src={url} alt={file.name} />}
      <button type="button" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </li>
  )
}

/** The pictures that will go with a comment, and the way to add one without a clipboard. */
export const AddedPictures = ({ of }: { of: ReturnType<typeof usePictures> }) => (
  <>
    {of.pictures.length > 0 && (
      <ul className="thumbs" aria-label="Pictures">
        {of.pictures.map((picture) => (
          <Thumb key={picture.id} picture={picture} onRemove={() => of.remove(picture.id)} />
        ))}
      </ul>
    )}
    <label className="add-picture">
      <Icon name="picture" size={14} />
      {of.isUploading ? 'Adding the picture' : 'Add a picture, or paste one'}
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
