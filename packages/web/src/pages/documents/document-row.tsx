import { type Document, tableKinds, unlockDocument } from '@deal-canvas/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { FileRow } from '../../features/uploads/file-row.tsx'
import { foundIn } from '../../features/uploads/found-in.ts'
import { UnlockForm } from '../../features/uploads/unlock-form.tsx'
import { documentsQuery } from '../../features/workbook-grid/cells-query.ts'
import { commonMessages } from '../../messages/common.ts'
import { documentMessages } from '../../messages/documents.ts'
import { factMessages } from '../../messages/facts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { formatPerson } from '../../ui/format-person.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { RowAct, RowMenu } from '../../ui/row-menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useDownload } from './use-download.ts'

interface DocumentRowProps {
  document: Document
  documents: readonly Document[]
  /** Whether the deal's metrics come from this document. */
  isModel: boolean
  canEdit: boolean
  onFacts: () => void
  onDelete: () => void
}

const stateLabels: Record<Exclude<Document['state'], 'failed'>, string> = {
  stored: documentMessages.stored(),
  password_needed: documentMessages.passwordNeeded(),
  digitized: documentMessages.read(),
  indexed: documentMessages.indexed(),
}

export const DocumentRow = ({ document, documents, isModel, canEdit, onFacts, onDelete }: DocumentRowProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const queries = useQueryClient()
  const { id, file_name: name, kind, size, state, uploaded_by: by, created_at: at } = document
  const download = useDownload(document)
  const found = foundIn(document, documents)
  const origin = documentMessages.origin({
    person: formatPerson(by.display_name, by.email_verified),
    time: formatTime(at, useNow()),
  })
  const summary =
    found === '' ? origin : documentMessages.contentAndOrigin({ content: found.replace(/\.$/, ''), origin })
  return (
    <FileRow
      name={name}
      size={size}
      kind={kind}
      tone={state === 'failed' || document.problem !== null || download.isError ? 'red' : 'plain'}
      words={download.isError ? documentMessages.downloadFailed({ reason: sentenceFor(download.error) }) : summary}
      bar={
        state === 'password_needed' &&
        canEdit && (
          <UnlockForm
            name={name}
            unlock={(password) =>
              client.call(unlockDocument, { params: { deal_id: dealId, document_id: id }, body: { password } })
            }
            onTried={() => void queries.invalidateQueries({ queryKey: documentsQuery(client, dealId).queryKey })}
          />
        )
      }
      stand={
        <>
          {isModel && <span className="chip blue">{documentMessages.sourceOfNumbers()}</span>}
          <Stand state={state} />
        </>
      }
      acts={
        <>
          {!tableKinds.has(kind) && (state === 'indexed' || state === 'digitized') && (
            <Link
              className="btn"
              to="/canvas/$dealId/documents/$documentId"
              params={{ dealId, documentId: id }}
              aria-label={documentMessages.openNamed({ name })}
            >
              {documentMessages.open()}
            </Link>
          )}
          {tableKinds.has(kind) && !isModel && state === 'indexed' && (
            <button type="button" className="btn" aria-label={factMessages.factsOf({ name })} onClick={onFacts}>
              {factMessages.facts()}
            </button>
          )}
          {tableKinds.has(kind) && state !== 'failed' && (
            <Link
              className="btn"
              aria-label={documentMessages.cellsOf({ name })}
              to="/canvas/$dealId/documents/$documentId"
              params={{ dealId, documentId: id }}
            >
              {documentMessages.cells()}
            </Link>
          )}
          <button
            type="button"
            className="btn ghost icon"
            aria-label={documentMessages.download({ name })}
            aria-busy={download.isPending || undefined}
            onClick={() => download.mutate()}
          >
            <span>
              <Icon name="download" />
            </span>
          </button>
          {canEdit && (
            <RowMenu label={documentMessages.more({ name })}>
              {isModel ? (
                <p className="max-w-[30ch] px-2 py-1 text-small text-fg-3">{documentMessages.modelCannotBeDeleted()}</p>
              ) : (
                <RowAct danger onSelect={onDelete}>
                  {commonMessages.delete()}
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
      {documentMessages.unreadable()}
    </span>
  ) : (
    <span className={state === 'indexed' ? 'green' : undefined}>
      {state === 'indexed' && <Icon name="check" size={14} />}
      {stateLabels[state]}
    </span>
  )
