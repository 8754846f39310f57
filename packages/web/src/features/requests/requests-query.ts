import type { Client } from '@deal-canvas/client'
import { dealRequests, myRequests } from '@deal-canvas/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { dealKey } from '../../deal-data/canvas-query.ts'

/** Open requests, or all. */
export type ShownRequests = 'open' | 'all'

const pageSize = 50

const queryOf = (shown: ShownRequests, cursor: string) => ({
  limit: pageSize,
  ...(shown === 'open' ? { status: 'open' as const } : {}),
  ...(cursor === '' ? {} : { cursor }),
})

/** Events of the live channel invalidate it. */
export const requestsKey = (dealId: string) => [...dealKey(dealId), 'requests'] as const

export const requestsQuery = (client: Client, dealId: string, shown: ShownRequests) =>
  infiniteQueryOptions({
    queryKey: [...requestsKey(dealId), shown],
    queryFn: ({ pageParam, signal }) =>
      client.call(dealRequests, { params: { deal_id: dealId }, query: queryOf(shown, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const myRequestsKey = ['my-requests'] as const

export const myRequestsQuery = (client: Client, shown: ShownRequests) =>
  infiniteQueryOptions({
    queryKey: [...myRequestsKey, shown],
    queryFn: ({ pageParam, signal }) => client.call(myRequests, { query: queryOf(shown, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // No live channel is open for all deals, so the list is fetched on every visit.
    staleTime: 0,
  })
