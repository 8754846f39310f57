import { tableKinds } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { documentsQuery } from '../../features/workbook-grid/cells-query.ts'
import { documentMessages } from '../../messages/documents.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Note } from '../../ui/note.tsx'
import { PagesView } from './pages/pages-view.tsx'
import { WorkbookView } from './workbook/workbook-view.tsx'

/** One document of a deal, at the place that the address names. */
export const DocumentPage = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { deal } = useCanvas()
  const { documentId } = useParams({ from: '/signed-in/canvas/$dealId/documents/$documentId' })
  const list = useQuery(documentsQuery(client, dealId))
  const document = list.data?.documents.find(({ id }) => id === documentId)
  if (list.isError) return <Note tone="red">{sentenceFor(list.error)}</Note>
  if (list.isPending) return null
  if (document === undefined)
    return (
      <div className="page">
        <p className="card empty-state">{documentMessages.documentGone()}</p>
      </div>
    )
  return (
    <>
      <title>{documentMessages.documentTitle({ name: document.file_name, deal: deal.name })}</title>
      {tableKinds.has(document.kind) ? <WorkbookView document={document} /> : <PagesView document={document} />}
    </>
  )
}
