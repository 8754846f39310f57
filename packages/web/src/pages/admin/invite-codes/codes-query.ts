import type { Client } from '@deal-canvas/client'
import { inviteCodes } from '@deal-canvas/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'

export const codesKey = ['admin', 'invite-codes'] as const

export const codesQuery = (client: Client, active: boolean | undefined) =>
  infiniteQueryOptions({
    queryKey: [...codesKey, active],
    queryFn: ({ signal, pageParam }) =>
      client.call(inviteCodes, {
        query: {
          limit: 50,
          ...(active === undefined ? {} : { is_active: active }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
