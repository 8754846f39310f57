import type { Comment } from '@deal-canvas/contract'
import { commentMessages } from '../../messages/comments.ts'

/** A place in a document that comments can be about. */
export type DocumentAnchor =
  | { cell: { document_id: string; sheet: string; cell: string } }
  | { passage: { document_id: string; passage_id: string; quote?: string } }

export const documentOf = (anchor: DocumentAnchor): string =>
  'cell' in anchor ? anchor.cell.document_id : anchor.passage.document_id

/** Whether a comment is about a place. One that was not found again in the new version is about none in it. */
export const isAbout = (
  { cell, passage, anchor_status }: Pick<Comment, 'cell' | 'passage' | 'anchor_status'>,
  anchor: DocumentAnchor,
): boolean => {
  if (anchor_status === 'orphaned') return false
  if ('passage' in anchor)
    return (
      passage !== null &&
      passage.document_id === anchor.passage.document_id &&
      passage.passage_id === anchor.passage.passage_id
    )
  return (
    cell !== null &&
    cell.document_id === anchor.cell.document_id &&
    cell.sheet === anchor.cell.sheet &&
    cell.cell === anchor.cell.cell
  )
}

/** Where in which document a comment is about, and the address of that place. */
export interface DocumentPlace {
  documentId: string
  /** Null if the document was deleted. */
  fileName: string | null
  /** "Returns!B7 · Exit cap rate", or "Page 4: “The property has 212 units.”". */
  place: string
  search: { sheet?: string; cell?: string; page?: number; passage?: string; quote?: string }
}

const maxQuoted = 160

const shortened = (text: string): string => {
  const words = [...text.replaceAll(/\s+/g, ' ').trim()]
  return words.length > maxQuoted ? `${words.slice(0, maxQuoted).join('').trimEnd()}…` : words.join('')
}

export const documentPlaceOf = ({ cell, passage }: Pick<Comment, 'cell' | 'passage'>): DocumentPlace | undefined => {
  if (cell !== null)
    return {
      documentId: cell.document_id,
      fileName: cell.file_name,
      place: [`${cell.sheet}!${cell.cell}`, ...(cell.label === null ? [] : [cell.label])].join(' · '),
      search: { sheet: cell.sheet, cell: cell.cell },
    }
  if (passage === null) return undefined
  const quote = shortened(passage.quote)
  return {
    documentId: passage.document_id,
    fileName: passage.file_name,
    place:
      passage.page === null
        ? commentMessages.quoted({ quote })
        : commentMessages.pageAndQuote({ page: passage.page, quote }),
    search: {
      ...(passage.page === null ? {} : { page: passage.page }),
      passage: passage.passage_id,
      quote: passage.quote,
    },
  }
}
