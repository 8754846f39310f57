import type { Client } from '@deal-canvas/client'
import { users } from '@deal-canvas/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { UsersPlace } from './users-place.ts'

export const usersKey = ['admin', 'users'] as const

export const usersPerPage = 50

export const usersQuery = (client: Client, { q, status, org, page = 1 }: UsersPlace) =>
  queryOptions({
    queryKey: [...usersKey, { q, status, org, page }],
    queryFn: ({ signal }) =>
      client.call(users, {
        query: {
          limit: usersPerPage,
          offset: (page - 1) * usersPerPage,
          ...(q === undefined ? {} : { search: q }),
          ...(status === undefined ? {} : { status }),
          ...(org === undefined ? {} : { org_id: org }),
        },
        signal,
      }),
    // Keep showing the previous results until the new ones are loaded.
    placeholderData: keepPreviousData,
  })
