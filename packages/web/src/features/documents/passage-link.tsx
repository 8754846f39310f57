import { type EvidencePassage, maxAnchorTextLength } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useDealId } from '../../deal-data/canvas-query.ts'

interface PassageLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'aria-current'> {
  passage: EvidencePassage
  children: ReactNode
}

/** Opens the document of a passage there, with its sentence highlighted. */
export const PassageLink = ({ passage, children, ...rest }: PassageLinkProps) => {
  const { document_id: documentId, passage_id: id, page, sheet, cell, sentence } = passage
  return (
    <Link
      to="/canvas/$dealId/documents/$documentId"
      params={{ dealId: useDealId(), documentId }}
      search={
        page === null
          ? { sheet: sheet ?? undefined, cell: cell ?? undefined }
          : { page, passage: id, quote: sentence.text.slice(0, maxAnchorTextLength) }
      }
      {...rest}
    >
      {children}
    </Link>
  )
}
