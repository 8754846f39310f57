import type { Client } from '@deal-canvas/client'
import { type DocumentPage, documentPages, maxPagesAtOnce } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'
import { dealKey } from '../../../deal-data/canvas-query.ts'

interface DocumentKey {
  dealId: string
  documentId: string
}

const keyOf = ({ dealId, documentId }: DocumentKey) => [...dealKey(dealId), 'pages', documentId] as const

/** The page of a document; null: it has no text. Pages are loaded several at once and never change. */
export const pageQuery = (client: Client, document: DocumentKey, page: number) => {
  const from = page - ((page - 1) % maxPagesAtOnce)
  return queryOptions({
    queryKey: [...keyOf(document), from],
    queryFn: ({ signal }) =>
      client.call(documentPages, {
        params: { deal_id: document.dealId, document_id: document.documentId },
        query: { from, limit: maxPagesAtOnce },
        signal,
      }),
    select: ({ pages }): DocumentPage | null => pages.find(({ page: number }) => number === page) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** How many pages the document has, and where a passage of it is. */
export const placeQuery = (client: Client, document: DocumentKey, passage: string | undefined) =>
  queryOptions({
    queryKey: [...keyOf(document), 'place', passage],
    queryFn: ({ signal }) =>
      client.call(documentPages, {
        params: { deal_id: document.dealId, document_id: document.documentId },
        query: { ...(passage !== undefined && { passage_id: passage }) },
        signal,
      }),
    select: ({ page_count: count, pages: [page] }) => {
      const isThere = page?.passages.some(({ passage_id: id }) => id === passage) ?? false
      return { count, page: isThere ? page?.page : undefined }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
