import type { Client } from '@deal-canvas/client'
import { documentCells, documents } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'
import { dealKey } from '../../deal-data/canvas-query.ts'
import { inTurn } from './in-turn.ts'

/** While documents are read, looks again after this long. */
const readingMs = 2_000

export const documentsQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'documents'],
    queryFn: ({ signal }) => client.call(documents, { params: { deal_id: dealId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.documents.some(({ state }) => state === 'stored' || state === 'digitized') === true ? readingMs : false,
  })

interface Window {
  dealId: string
  documentId: string
  /** Absent: the first sheet. */
  sheet: string | undefined
  /** Such as `B4:D20`. */
  range: string
}

/** A document never changes, so its cells never go stale. */
export const cellsQuery = (client: Client, { dealId, documentId, sheet, range }: Window) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'cells', documentId, sheet, range],
    queryFn: ({ signal }) =>
      inTurn(signal, () =>
        client.call(documentCells, {
          params: { deal_id: dealId, document_id: documentId },
          query: { ...(sheet === undefined ? {} : { sheet }), range },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
