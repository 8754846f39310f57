import { InvalidInput } from '../../../invalid-input.ts'
import { commentMessages } from '../../../messages/comments.ts'
import { wellFormed } from '../../../platform/well-formed.ts'
import type { Documents } from '../../documents/index.ts'
import type { Evidence } from '../../evidence/index.ts'
import type { NewComment } from '../new-comment.ts'
import type { CommentRow } from '../threads/thread.ts'
import { singleSpaced } from './single-spaced.ts'

interface Deps {
  documents: Pick<Documents, 'find' | 'labelledCell'>
  evidence: Pick<Evidence, 'passagesFrom'>
}

/** The document that a comment is about, and the place in it. */
export type AnchoredDocument = Pick<CommentRow, 'documentId' | 'documentAnchor'> & { fileName: string | null }

const noDocument: AnchoredDocument = { documentId: null, documentAnchor: null, fileName: null }

const positionForm = /^(?:0|[1-9]\d{0,8})$/

export type ReadDocumentAnchor = ReturnType<typeof createReadDocumentAnchor>

/** Finds the cell or passage that a new comment is about. Runs before the change: a workbook can take long to read. */
export const createReadDocumentAnchor = ({ documents, evidence }: Deps) => {
  const readCell = async (dealId: string, given: NonNullable<NewComment['cell']>): Promise<AnchoredDocument> => {
    const { id, fileName, ...rest } = await documents.find(dealId, given.document_id)
    const found = await documents.labelledCell({ id, fileName, ...rest }, given)
    if (!found.ok)
      throw new InvalidInput({ at: ['body', 'cell', found.field], reason: found.problem, input: given[found.field] })
    const { sheet, cell, labels, text } = found
    const shown = wellFormed(text.slice(0, maxTextLength))
    return { documentId: id, documentAnchor: { kind: 'cell', sheet, cell, labels, text: shown }, fileName }
  }

  const readPassage = async (dealId: string, given: NonNullable<NewComment['passage']>): Promise<AnchoredDocument> => {
    const { id, fileName } = await documents.find(dealId, given.document_id)
    const position = positionForm.test(given.passage_id) ? Number(given.passage_id) : undefined
    const [passage] = position === undefined ? [] : await evidence.passagesFrom({ dealId, documentId: id }, position, 1)
    if (passage === undefined || passage.position !== position) {
      const reason = commentMessages.passageUnknown()
      throw new InvalidInput({ at: ['body', 'passage', 'passage_id'], reason, input: given.passage_id })
    }
    const asked = given.quote == null || given.quote.trim() === '' ? undefined : given.quote
    const start = asked === undefined ? 0 : singleSpaced(passage.content).indexOf(singleSpaced(asked))
    if (start === -1) {
      const reason = commentMessages.quoteNotInPassage()
      throw new InvalidInput({ at: ['body', 'passage', 'quote'], reason, input: given.quote })
    }
    const quote = asked ?? passage.content
    const { page } = passage
    return { documentId: id, documentAnchor: { kind: 'passage', position, start, page, quote }, fileName }
  }

  return async (dealId: string, { cell, passage }: Pick<NewComment, 'cell' | 'passage'>): Promise<AnchoredDocument> => {
    if (cell != null) return readCell(dealId, cell)
    return passage == null ? noDocument : readPassage(dealId, passage)
  }
}

/** A cell can hold a long text; its beginning says what it is. */
const maxTextLength = 200
