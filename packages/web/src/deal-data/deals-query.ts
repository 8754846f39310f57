import type { Client } from '@deal-canvas/client'
import { conversations, type DealOrder, type DealSort, deals, type ViewFilters } from '@deal-canvas/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DealFilter } from './deals-place.ts'

/** All cached deal lists are under this key. */
export const dealsKey = ['deals'] as const

const filters = {
  open: { status: 'open' },
  decided: { status: 'finalized' },
  archived: { archived: true },
} as const satisfies Record<DealFilter, object>

/** What the list contains besides tab and name. */
type Filters = Omit<ViewFilters, 'q' | 'status' | 'archived'>
export type FurtherQuery = { [Filter in keyof Filters]: Filters[Filter] | undefined } & {
  sort?: DealSort | undefined
  order?: DealOrder | undefined
}

const pageSize = 30

const given = (query: FurtherQuery) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

export const dealsQuery = (client: Client, show: DealFilter, q: string, further: FurtherQuery = {}) =>
  infiniteQueryOptions({
    queryKey: [...dealsKey, show, q, given(further)],
    queryFn: ({ pageParam, signal }) =>
      client.call(deals, {
        query: {
          ...filters[show],
          ...given(further),
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
