import type { DocumentPage } from '@deal-canvas/contract'
import type { Documents, Page } from '../../documents/index.ts'
import type { EvidenceStore } from '../evidence.store.ts'
import { locatePassages } from './locate-passages.ts'

interface Deps {
  documents: Pick<Documents, 'find' | 'pages'>
  store: Pick<EvidenceStore, 'lastPage' | 'ofPages' | 'pageOf'>
}

interface Wanted {
  from: number
  limit: number
  passageId?: string | undefined
}

export type DocumentPages = ReturnType<typeof createDocumentPages>

/** Pages of a document with the passages that a search finds in them. */
export const createDocumentPages =
  ({ documents, store }: Deps) =>
  async (
    dealId: string,
    documentId: string,
    { from, limit, passageId }: Wanted,
    signal?: AbortSignal,
  ): Promise<{ page_count: number; pages: DocumentPage[] }> => {
    const document = await documents.find(dealId, documentId)
    const position = readPosition(passageId)
    const cited = position === undefined ? undefined : await store.pageOf(dealId, { documentId: document.id, position })
    const pages = await documents.pages(document, { from: cited ?? from, limit }, signal)
    const passages = await store.ofPages(
      dealId,
      document.id,
      pages.map(({ page }) => page),
    )
    return {
      // A slide without text is counted by the number of the slides after it.
      page_count: Math.max(document.parts ?? 0, await store.lastPage(dealId, document.id)),
      pages: pages.map((page) => presentPage(page, passages)),
    }
  }

/** Undefined for what cannot be the id of a passage. */
const readPosition = (passageId = ''): number | undefined =>
  /^\d{1,6}$/.test(passageId) ? Number(passageId) : undefined

const presentPage = (
  { page, text, ocr, lines = [], tables = [] }: Page,
  passages: readonly { position: number; page: number; content: string }[],
): DocumentPage => ({
  page,
  text,
  is_recognized: ocr === true,
  lines: lines.map(({ from, to, box }) => ({ start: from, end: to, box: [...box] })),
  tables: tables.map(({ from, to, rows }) => ({ start: from, end: to, rows })),
  passages: locatePassages(
    text,
    passages.filter((passage) => passage.page === page),
  ).map(({ position, start, end }) => ({ passage_id: String(position), start, end })),
})
