import { Bar } from '../../ui/bar.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { Icon } from '../../ui/icon.tsx'
import { FileRow } from './file-row.tsx'
import type { Upload, Uploads } from './uploads.ts'

/** A file on its way, or one that did not get in and says why. */
export const UploadRow = ({ upload, uploads }: { upload: Upload; uploads: Uploads }) => {
  const { key, name, size, stand } = upload
  const row = { name, size }
  const drop = (label: string) => (
    <button type="button" className="btn ghost icon" aria-label={`${label} ${name}`} onClick={() => uploads.drop(key)}>
      <Icon name="close" size={14} />
    </button>
  )
  switch (stand.is) {
    case 'waiting':
      return <FileRow {...row} words="Waits for the file before it" stand="Waiting" acts={drop('Remove')} />
    case 'sending': {
      const isSent = stand.share >= 1
      return (
        <FileRow
          {...row}
          words={isSent ? 'Looking at what is in it' : `${formatBytes(stand.share * size)} of ${formatBytes(size)}`}
          bar={<Bar label={`${isSent ? 'Reading' : 'Uploading'} ${name}`} share={isSent ? undefined : stand.share} />}
          stand={isSent ? 'Reading' : `Uploading ${Math.floor(stand.share * 100)}%`}
          acts={drop('Stop uploading')}
        />
      )
    }
    case 'known':
      return (
        <FileRow
          {...row}
          words="The same file is here already. Nothing was added."
          stand="Duplicate"
          acts={drop('Dismiss')}
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
              {stand.is === 'refused' ? 'Refused' : 'Not sent'}
            </span>
          }
          acts={
            <>
              {stand.is === 'failed' && (
                <button
                  type="button"
                  className="btn"
                  onClick={() => uploads.again(key)}
                  aria-label={`Send ${name} again`}
                >
                  Send again
                </button>
              )}
              {drop('Dismiss')}
            </>
          }
        />
      )
  }
}
