import { type DocumentRow, type Documents, DocumentUnreadable } from '../documents/documents.service.ts'
import type { Evidence } from '../evidence/evidence.service.ts'

interface Deps {
  documents: Pick<Documents, 'digitize' | 'markIndexed'>
  evidence: Pick<Evidence, 'index'>
}

/** Makes what a document says findable. False: it cannot be read, and its row says why. */
export const createPutIntoEvidence =
  ({ documents, evidence }: Deps) =>
  async (document: DocumentRow, signal?: AbortSignal): Promise<boolean> => {
    try {
      await evidence.index(document, await documents.digitize(document, signal), signal)
    } catch (error) {
      if (error instanceof DocumentUnreadable) return false
      throw error
    }
    await documents.markIndexed(document.dealId, document.id)
    return true
  }
