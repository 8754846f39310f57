import { canEditDeal, type Document } from '@deal-canvas/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { UnreadNote } from '../../features/uploads/unread-note.tsx'
import { documentsQuery } from '../../features/workbook-grid/cells-query.ts'
import { documentMessages } from '../../messages/documents.ts'
import { useServices } from '../../session/services.ts'

/** The files of the deal that could not be read, until an editor dismisses them. */
export const UnreadFiles = ({ documents }: { documents: readonly Document[] }) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const dealId = useDealId()
  const { deal } = useCanvas()
  const { queryKey } = documentsQuery(client, dealId)
  return (
    <UnreadNote
      dealId={dealId}
      documents={documents}
      canDismiss={canEditDeal(deal)}
      onDismissed={() => void queries.invalidateQueries({ queryKey })}
      act={
        <Link className="btn" to="/canvas/$dealId/documents" params={{ dealId }}>
          {documentMessages.showFiles()}
        </Link>
      }
    />
  )
}
