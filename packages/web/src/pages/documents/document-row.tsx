import { type Document, documentContent } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { formatPerson } from '../../ui/format-person.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { RowAct, RowMenu } from '../../ui/row-menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useDealId } from '../canvas/canvas-query.ts'
import { FileRow } from './file-row.tsx'
import { foundIn } from './found-in.ts'
import { saveFile } from './save-file.ts'

interface DocumentRowProps {
  document: Document
  documents: readonly Document[]
  /** Whether the numbers of the deal come from it. */
  isModel: boolean
  canEdit: boolean
  onLook: () => void
  onDelete: () => void
}

const tables: ReadonlySet<Document['kind']> = new Set(['xlsx', 'xlsm', 'csv'])

const stands: Record<Exclude<Document['state'], 'failed'>, string> = {
  stored: 'Stored',
  digitized: 'Read',
  indexed: 'Evidence',
}

export const DocumentRow = ({ document, documents, isModel, canEdit, onLook, onDelete }: DocumentRowProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { id, file_name: name, kind, size, state, uploaded_by: by, created_at: at } = document
  const download = useMutation({
    mutationFn: () => client.download(documentContent, { params: { deal_id: dealId, document_id: id } }),
    onSuccess: (bytes) => saveFile(bytes, name),
  })
  const found = foundIn(document, documents)
  const origin = `${formatPerson(by.display_name, by.email_verified)}, ${formatTime(at, useNow())}`
  return (
    <FileRow
      name={name}
      size={size}
      kind={kind}
      tone={state === 'failed' || download.isError ? 'red' : 'plain'}
      words={
        download.isError
          ? `Not downloaded. ${sentenceFor(download.error)}`
          : [found.replace(/\.$/, ''), origin].filter((part) => part !== '').join('. ')
      }
      stand={
        <>
          {isModel && <span className="chip blue">Numbers come from here</span>}
          <Stand state={state} />
        </>
      }
      acts={
        <>
          {tables.has(kind) && state !== 'failed' && (
            <button type="button" className="btn" aria-label={`Cells of ${name}`} onClick={onLook}>
              Cells
            </button>
          )}
          <button
            type="button"
            className="btn ghost icon"
            aria-label={`Download ${name}`}
            aria-busy={download.isPending || undefined}
            onClick={() => download.mutate()}
          >
            <span>
              <Icon name="download" />
            </span>
          </button>
          {canEdit && (
            <RowMenu label={`More about ${name}`}>
              {isModel ? (
                <p className="max-w-[30ch] px-2 py-1 text-small text-fg-3">
                  The numbers of the deal come from this workbook. Replace it on the Quality page before you delete it.
                </p>
              ) : (
                <RowAct danger onSelect={onDelete}>
                  Delete
                </RowAct>
              )}
            </RowMenu>
          )}
        </>
      }
    />
  )
}

const Stand = ({ state }: Pick<Document, 'state'>) =>
  state === 'failed' ? (
    <span className="red">
      <Icon name="alert" size={14} />
      Unreadable
    </span>
  ) : (
    <span className={state === 'indexed' ? 'green' : undefined}>
      {state === 'indexed' && <Icon name="check" size={14} />}
      {stands[state]}
    </span>
  )
