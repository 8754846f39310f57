import { Link } from '@tanstack/react-router'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { blockMessages as messages } from '../../../../messages/blocks.ts'

interface DocumentPlaceProps {
  documentId: string
  document: string
  page?: number
  quote: string
}

/** Opens a document at its cited page, with the quote highlighted. */
export const DocumentPlace = ({ documentId, document, page, quote }: DocumentPlaceProps) => (
  <Link
    to="/canvas/$dealId/documents/$documentId"
    params={{ dealId: useDealId(), documentId }}
    search={page === undefined ? {} : { page, quote }}
  >
    {page === undefined ? document : messages.page({ document, page })}
  </Link>
)
