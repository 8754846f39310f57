import { canEditDeal } from '@deal-canvas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { UnreadNote } from '../../features/uploads/unread-note.tsx'
import { documentsQuery } from '../../features/workbook-grid/cells-query.ts'
import { documentMessages } from '../../messages/documents.ts'
import { useServices } from '../../session/services.ts'

/** Points out the files of the deal that could not be read, above the memo, until an editor dismisses them. */
export const UnreadStrip = () => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const dealId = useDealId()
  const { deal } = useCanvas()
  const query = documentsQuery(client, dealId)
  const { data } = useQuery(query)
  if (data === undefined) return null
  return (
    <UnreadNote
      dealId={dealId}
      documents={data.documents}
      canDismiss={canEditDeal(deal)}
      onDismissed={() => void queries.invalidateQueries({ queryKey: query.queryKey })}
      act={
        <Link className="btn" to="/canvas/$dealId/documents" params={{ dealId }}>
          {documentMessages.showFiles()}
        </Link>
      }
    />
  )
}
