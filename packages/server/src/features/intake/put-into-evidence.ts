import { type DocumentRow, type Documents, DocumentUnreadable } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'

interface Deps {
  documents: Pick<Documents, 'digitize' | 'markIndexed'>
  evidence: Pick<Evidence, 'index'>
  /** Has the document read for facts in the background. */
  readFacts(dealId: string, documentId: string): Promise<void>
  /** Has the comments on earlier versions of the document follow into it in the background. */
  followInto(dealId: string, documentId: string): Promise<void>
}

/** Makes a document searchable. False: it cannot be read, and its row stores the reason. */
export const createPutIntoEvidence =
  ({ documents, evidence, readFacts, followInto }: Deps) =>
  async (document: DocumentRow, signal?: AbortSignal): Promise<boolean> => {
    try {
      await evidence.index(document, await documents.digitize(document, signal), signal)
    } catch (error) {
      if (error instanceof DocumentUnreadable) return false
      throw error
    }
    // First, so that it is never indexed and yet not to be read for facts, or without the comments on its versions.
    await readFacts(document.dealId, document.id)
    await followInto(document.dealId, document.id)
    await documents.markIndexed(document.dealId, document.id)
    return true
  }
