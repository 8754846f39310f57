import type { Client } from '@deal-canvas/client'
import { type Export, exports } from '@deal-canvas/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { dealKey } from '../../deal-data/canvas-query.ts'

/** How often an export that is being made is looked at. */
const everyMs = 1_000

export const exportsKey = (dealId: string) => [...dealKey(dealId), 'exports'] as const

export const isUnderWay = ({ status }: Pick<Export, 'status'>): boolean => status === 'pending' || status === 'running'

/** My exports of a deal, the newest first. */
export const exportsQuery = (client: Client, dealId: string) =>
  infiniteQueryOptions({
    queryKey: exportsKey(dealId),
    queryFn: ({ pageParam, signal }) =>
      client.call(exports, {
        params: { deal_id: dealId },
        query: pageParam === null ? { limit: 10 } : { limit: 10, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.exports.some(isUnderWay)) ? everyMs : false),
  })
