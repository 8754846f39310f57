import type { Client } from '@deal-canvas/client'
import { guestInvitations, maxPageSize } from '@deal-canvas/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { peopleKey } from '../people/people-query.ts'

export const guestInvitationsQuery = (client: Client, dealId: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey(dealId), 'invitations'],
    queryFn: ({ pageParam, signal }) =>
      client.call(guestInvitations, {
        params: { deal_id: dealId },
        query: { limit: maxPageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
