import type { Client } from '@deal-canvas/client'
import { dealMembers, dealTeams, maxPageSize } from '@deal-canvas/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dealKey } from '../../../deal-data/canvas-query.ts'

/** Cached data about the members of a deal. */
export const peopleKey = (dealId: string) => [...dealKey(dealId), 'people'] as const

export const dealMembersQuery = (client: Client, dealId: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey(dealId), 'members'],
    queryFn: ({ pageParam, signal }) =>
      client.call(dealMembers, {
        params: { deal_id: dealId },
        query: { limit: maxPageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const dealTeamsQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...peopleKey(dealId), 'teams'],
    queryFn: ({ signal }) => client.call(dealTeams, { params: { deal_id: dealId }, signal }),
  })
