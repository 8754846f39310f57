import { canEditDeal, maxDealBytes } from '@deal-canvas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { modelQuery } from '../../deal-data/model-query.ts'
import { readableFiles } from '../../features/uploads/readable-files.ts'
import { UploadRow } from '../../features/uploads/upload-row.tsx'
import { documentsQuery } from '../../features/workbook-grid/cells-query.ts'
import { commonMessages } from '../../messages/common.ts'
import { documentMessages } from '../../messages/documents.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { Note } from '../../ui/note.tsx'
import { useObservable } from '../../ui/observable.ts'
import { dealUploads } from './deal-uploads.ts'
import { DeleteDocument } from './delete-document.tsx'
import { DocumentRow } from './document-row.tsx'
import { FactsDialog } from './facts-dialog.tsx'

/** The documents of a deal. */
export const DocumentsPage = () => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const dealId = useDealId()
  const { deal } = useCanvas()
  const list = useQuery(documentsQuery(client, dealId))
  const { data: model } = useQuery(modelQuery(client, dealId))
  const uploads = dealUploads(queries, client, dealId)
  const onTheirWay = useObservable(uploads.list)
  const [asked, setAsked] = useState<{ to: 'facts' | 'delete'; id: string }>()
  const documents = list.data?.documents ?? []
  const chosen = documents.find(({ id }) => id === asked?.id)
  const canEdit = canEditDeal(deal)
  const bytes = documents.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className="page">
      <title>{documentMessages.pageTitle({ deal: deal.name })}</title>
      <header className="page-head">
        <h1>{documentMessages.title()}</h1>
      </header>
      <div className="grid gap-4">
        {canEdit ? (
          <DropZone
            look="line"
            title={documentMessages.dropMoreFiles()}
            hint={documentMessages.dropHint({ kinds: readableFiles.words, limits: readableFiles.limits })}
            accept={readableFiles.accept}
            onFiles={uploads.add}
          />
        ) : (
          <p className="text-small text-fg-3">
            {deal.status === 'open' ? documentMessages.cannotEdit() : documentMessages.closedDeal()}
          </p>
        )}
        {list.isError && (
          <Note tone="red" act={<Button onClick={() => void list.refetch()}>{commonMessages.tryAgain()}</Button>}>
            {sentenceFor(list.error)}
          </Note>
        )}
        {list.isSuccess && documents.length + onTheirWay.length === 0 ? (
          <p className="card empty-state">
            {canEdit ? documentMessages.emptyForEditor() : documentMessages.emptyForViewer()}
          </p>
        ) : (
          <Card
            title={documentMessages.count({ count: documents.length })}
            act={
              <span className="pr-2 text-small text-fg-3">
                {documentMessages.spaceUsed({ used: formatBytes(bytes), limit: formatBytes(maxDealBytes) })}
              </span>
            }
          >
            <ul>
              {documents.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  documents={documents}
                  isModel={document.id === model?.document_id}
                  canEdit={canEdit}
                  onFacts={() => setAsked({ to: 'facts', id: document.id })}
                  onDelete={() => setAsked({ to: 'delete', id: document.id })}
                />
              ))}
              {onTheirWay.map((upload) => (
                <UploadRow key={upload.key} upload={upload} uploads={uploads} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      {chosen && asked?.to === 'facts' && (
        <FactsDialog dealId={dealId} document={chosen} onClose={() => setAsked(undefined)} />
      )}
      {chosen && asked?.to === 'delete' && (
        <DeleteDocument dealId={dealId} document={chosen} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}
