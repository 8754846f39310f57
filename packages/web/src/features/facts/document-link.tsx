import type { ReconciliationFinding } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { factMessages as messages } from '../../messages/facts.ts'

type Stated = ReconciliationFinding['stated']

const wordsFor = ({ file_name: file, page, sheet, cell }: Stated): string => {
  if (page !== null) return messages.page({ file, page })
  return sheet !== null && cell !== null ? messages.cell({ file, cell: `${sheet}!${cell}` }) : file
}

/** Where a number is stated, as a link to that place of the document. */
export const DocumentLink = ({ stated, className }: { stated: Stated; className?: string | undefined }) => {
  const dealId = useDealId()
  const { document_id: documentId, page, sheet, cell, quote } = stated
  if (documentId === null) return <span className={className}>{wordsFor(stated)}</span>
  return (
    <Link
      className={className}
      to="/canvas/$dealId/documents/$documentId"
      params={{ dealId, documentId }}
      search={
        page === null ? { sheet: sheet ?? undefined, cell: cell ?? undefined } : { page, quote: quote ?? undefined }
      }
    >
      {wordsFor(stated)}
    </Link>
  )
}
