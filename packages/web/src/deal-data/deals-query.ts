import type { Client } from '@deal-canvas/client'
import { conversations, deals } from '@deal-canvas/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DealFilter } from './deals-place.ts'

/** All cached deal lists are under this key. */
export const dealsKey = ['deals'] as const

const filters = {
  open: { status: 'open' },
  decided: { status: 'finalized' },
  archived: { archived: true },
} as const satisfies Record<DealFilter, object>

const pageSize = 30

export const dealsQuery = (client: Client, show: DealFilter, q: string) =>
  infiniteQueryOptions({
    queryKey: [...dealsKey, show, q],
    queryFn: ({ pageParam, signal }) =>
      client.call(deals, {
        query: {
          ...filters[show],
          limit: pageSize,
          ...(q === '' ? {} : { q }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // Scores, blockers and unread counts change constantly, so the list is refetched on every visit.
    staleTime: 0,
  })

/** The user's own intakes, newest first, including finished ones. */
export const conversationsQuery = (client: Client) =>
  queryOptions({
    queryKey: [...dealsKey, 'intakes'],
    queryFn: ({ signal }) => client.call(conversations, { query: { limit: 50 }, signal }),
    staleTime: 0,
    select: (answer) => answer.conversations.filter(({ status }) => status !== 'ready'),
  })
