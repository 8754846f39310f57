import { type Conversation, type Document, maxDealBytes, unlockIntakeFile } from '@deal-canvas/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { intakeKey, intakeReadingKey } from '../../deal-data/intake-query.ts'
import { FileRow } from '../../features/uploads/file-row.tsx'
import { foundIn } from '../../features/uploads/found-in.ts'
import { readableFiles } from '../../features/uploads/readable-files.ts'
import { UnlockForm } from '../../features/uploads/unlock-form.tsx'
import { UploadRow } from '../../features/uploads/upload-row.tsx'
import type { Uploads } from '../../features/uploads/uploads.ts'
import { documentMessages } from '../../messages/documents.ts'
import { intakeMessages } from '../../messages/intake.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useObservable } from '../../ui/observable.ts'
import styles from './files-part.module.css'
import { RemoveFileDialog } from './remove-file-dialog.tsx'

interface FilesPartProps {
  conversation: Conversation
  uploads: Uploads
  /** Whether files can still be added and removed. */
  isOpen: boolean
}

export const FilesPart = ({ conversation, uploads, isOpen }: FilesPartProps) => {
  const list = useObservable(uploads.list)
  const { files } = conversation
  const [leavingId, setLeavingId] = useState<string>()
  const leaving = files.find(({ id }) => id === leavingId)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const rejected = list.filter(({ stand }) => stand.is === 'refused' || stand.is === 'failed').length
  return (
    <section aria-label={intakeMessages.files()} className={styles.files}>
      {isOpen && (
        <DropZone
          look="line"
          title={files.length + list.length === 0 ? intakeMessages.dropFiles() : intakeMessages.dropMoreFiles()}
          hint={intakeMessages.filesHint({ limits: readableFiles.limits })}
          accept={readableFiles.accept}
          onFiles={uploads.add}
        />
      )}
      {files.length + list.length > 0 && (
        <Card
          title={intakeMessages.fileCount({ count: files.length })}
          act={
            <>
              <span className="pr-2 text-small text-fg-3">
                {documentMessages.spaceUsed({ used: formatBytes(bytes), limit: formatBytes(maxDealBytes) })}
              </span>
              {rejected > 0 && (
                <span className="px-2 text-small text-red">{intakeMessages.rejectedCount({ count: rejected })}</span>
              )}
            </>
          }
        >
          <ul>
            {files.map((file) => (
              <IntakeFile
                key={file.id}
                conversationId={conversation.conversation_id}
                file={file}
                files={files}
                isBuilding={conversation.status === 'processing'}
                onRemove={isOpen ? () => setLeavingId(file.id) : undefined}
              />
            ))}
            {list.map((upload) => (
              <UploadRow key={upload.key} upload={upload} uploads={uploads} />
            ))}
          </ul>
        </Card>
      )}
      {leaving !== undefined && (
        <RemoveFileDialog
          conversationId={conversation.conversation_id}
          file={leaving}
          onClose={() => setLeavingId(undefined)}
        />
      )}
    </section>
  )
}

interface IntakeFileProps {
  conversationId: string
  file: Document
  files: readonly Document[]
  isBuilding: boolean
  onRemove: (() => void) | undefined
}

const IntakeFile = ({ conversationId, file, files, isBuilding, onRemove }: IntakeFileProps) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const isFailed = file.state === 'failed'
  const found = foundIn(file, files)
  const unread = isBuilding ? intakeMessages.fileBeingRead() : intakeMessages.fileNotReadYet()
  return (
    <FileRow
      name={file.file_name}
      size={file.size}
      kind={file.kind}
      words={found !== '' ? found : file.state === 'stored' ? unread : intakeMessages.fileRead()}
      tone={isFailed || file.problem !== null ? 'red' : 'plain'}
      bar={
        file.state === 'password_needed' &&
        onRemove !== undefined && (
          <UnlockForm
            name={file.file_name}
            unlock={(password) =>
              client.call(unlockIntakeFile, {
                params: { conversation_id: conversationId, file_id: file.id },
                body: { password },
              })
            }
            onTried={() => {
              void queries.invalidateQueries({ queryKey: intakeKey(conversationId) })
              void queries.invalidateQueries({ queryKey: intakeReadingKey(conversationId) })
            }}
          />
        )
      }
      stand={<Stand file={file} />}
      acts={
        onRemove && (
          <button
            type="button"
            className="btn ghost icon"
            aria-label={intakeMessages.removeFile({ name: file.file_name })}
            onClick={onRemove}
          >
            <Icon name="close" size={14} />
          </button>
        )
      }
    />
  )
}

const Stand = ({ file: { state } }: { file: Document }) => {
  if (state === 'failed')
    return (
      <span className="red">
        <Icon name="alert" size={14} />
        {documentMessages.unreadable()}
      </span>
    )
  if (state === 'password_needed') return <span className="red">{documentMessages.passwordNeeded()}</span>
  if (state === 'stored') return <span>{documentMessages.stored()}</span>
  return (
    <span className="green">
      <Icon name="check" size={14} />
      {intakeMessages.fileReady()}
    </span>
  )
}
