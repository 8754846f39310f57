import type { Client } from '@deal-canvas/client'
import { maxWaitingPageSize, waiting } from '@deal-canvas/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { dealsKey } from './deals-query.ts'

/** What waits for the user over all deals: votes, sign-offs, conditions and proposals. */
export const waitingQuery = (client: Client) =>
  infiniteQueryOptions({
    queryKey: [...dealsKey, 'waiting'],
    queryFn: ({ pageParam, signal }) =>
      client.call(waiting, {
        query: { limit: maxWaitingPageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // What was done on a deal no longer waits when the user comes back.
    staleTime: 0,
  })
