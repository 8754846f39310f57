import { documentMessages } from '../../messages/documents.ts'
import { Bar } from '../../ui/bar.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { Icon } from '../../ui/icon.tsx'
import { FileRow } from './file-row.tsx'
import type { Upload, Uploads } from './uploads.ts'

/** A file that is uploading, or one that failed and the reason. */
export const UploadRow = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => {
  const { key, name, size, stand } = upload
  const row = { name, size }
  const drop = (label: string) => (
    <button type="button" className="btn ghost icon" aria-label={label} onClick={() => uploads.drop(key)}>
      <Icon name="close" size={14} />
    </button>
  )
  switch (stand.is) {
    case 'waiting':
      return (
        <FileRow
          {...row}
          words={documentMessages.waitingHint()}
          stand={documentMessages.waiting()}
          acts={drop(documentMessages.removeUpload({ name }))}
        />
      )
    case 'sending': {
      const acts = drop(documentMessages.stopUpload({ name }))
      if (stand.share >= 1)
        return (
          <FileRow
            {...row}
            words={documentMessages.readingHint()}
            bar={<Bar label={documentMessages.readingName({ name })} />}
            stand={documentMessages.reading()}
            acts={acts}
          />
        )
      return (
        <FileRow
          {...row}
          words={documentMessages.uploadedSize({ sent: formatBytes(stand.share * size), size: formatBytes(size) })}
          bar={<Bar label={documentMessages.uploadingName({ name })} share={stand.share} />}
          stand={documentMessages.uploading({ percent: Math.floor(stand.share * 100) })}
          acts={acts}
        />
      )
    }
    case 'known':
      return (
        <FileRow
          {...row}
          words={documentMessages.duplicateHint()}
          stand={documentMessages.duplicate()}
          acts={drop(documentMessages.dismissUpload({ name }))}
        />
      )
    case 'refused':
    case 'failed':
      return (
        <FileRow
          {...row}
          words={stand.why}
          tone="red"
          stand={
            <span className="red">
              <Icon name="alert" size={14} />
              {stand.is === 'refused' ? documentMessages.rejected() : documentMessages.notSent()}
            </span>
          }
          acts={
            <>
              {stand.is === 'failed' && (
                <button
                  type="button"
                  className="btn"
                  onClick={() => uploads.again(key)}
                  aria-label={documentMessages.sendNameAgain({ name })}
                >
                  {documentMessages.sendAgain()}
                </button>
              )}
              {drop(documentMessages.dismissUpload({ name }))}
            </>
          }
        />
      )
  }
}
