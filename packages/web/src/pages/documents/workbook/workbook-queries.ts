import { ApiError, type Client } from '@deal-canvas/client'
import { cellLinks, type Document, documentCells, findCells } from '@deal-canvas/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dealKey } from '../../../deal-data/canvas-query.ts'
import { cellsQuery } from '../../../features/workbook-grid/cells-query.ts'
import { inTurn } from '../../../features/workbook-grid/in-turn.ts'
import { type Block, blockRange } from './blocks.ts'

interface Source {
  client: Client
  dealId: string
  document: Pick<Document, 'id'>
}

const keptMs = 30 * 60_000
const isTooFast = (error: Error): boolean => error instanceof ApiError && error.code === 'rate_limited'

/** After a refusal for too many requests, waits and asks again. */
const patience = {
  retry: (count: number, error: Error) => count < 3 && isTooFast(error),
  retryDelay: (_count: number, error: Error) =>
    1_000 * (error instanceof ApiError ? Math.max(1, Math.min(60, error.retryAfter ?? 1)) : 1),
}

export const blockQuery = ({ client, dealId, document }: Source, sheet: string | undefined, block: Block) =>
  queryOptions({
    ...cellsQuery(client, { dealId, documentId: document.id, sheet, range: blockRange(block) }),
    ...patience,
    gcTime: keptMs,
  })

/** The first block that is read; it is also that of its sheet by name, which an address need not name. */
export const headQuery = (source: Source, sheet: string | undefined, block: Block) =>
  queryOptions({
    ...blockQuery(source, sheet, block),
    queryFn: async ({ signal, client: cache }) => {
      const { client, dealId, document } = source
      const answer = await inTurn(signal, () =>
        client.call(documentCells, {
          params: { deal_id: dealId, document_id: document.id },
          query: { ...(sheet === undefined ? {} : { sheet }), range: blockRange(block) },
          signal,
        }),
      )
      cache.setQueryData(blockQuery(source, answer.sheet, block).queryKey, answer)
      return answer
    },
  })

const hitsPerPage = 100

export const hitsQuery = ({ client, dealId, document }: Source, q: string) =>
  infiniteQueryOptions({
    queryKey: [...dealKey(dealId), 'cell-hits', document.id, q],
    queryFn: ({ signal, pageParam }) =>
      inTurn(signal, () =>
        client.call(findCells, {
          params: { deal_id: dealId, document_id: document.id },
          query: { q, limit: hitsPerPage, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    ...patience,
  })

export const linksQuery = ({ client, dealId, document }: Source, place: { sheet: string; cell: string }) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'cell-links', document.id, place.sheet, place.cell],
    queryFn: ({ signal }) =>
      inTurn(signal, () =>
        client.call(cellLinks, { params: { deal_id: dealId, document_id: document.id }, query: place, signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    ...patience,
  })
