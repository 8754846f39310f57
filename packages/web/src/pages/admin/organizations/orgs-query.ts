import type { Client } from '@deal-canvas/client'
import { allOrgs, maxPageSize, type OrgResponse, type QueryOf } from '@deal-canvas/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export const orgsKey = ['admin', 'orgs'] as const

export const orgsQuery = (client: Client, wanted: Pick<QueryOf<typeof allOrgs>, 'search' | 'status'>) =>
  infiniteQueryOptions({
    queryKey: [...orgsKey, 'list', wanted],
    queryFn: ({ signal, pageParam }) =>
      client.call(allOrgs, {
        query: { ...wanted, limit: 50, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** Maximum number of pages to load; a longer list is not practical to choose from. */
const maxPages = 10

/** Sorted by name, for selects. */
export const everyOrgQuery = (client: Client) =>
  queryOptions({
    queryKey: [...orgsKey, 'every'],
    queryFn: async ({ signal }) => {
      const all: OrgResponse[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page += 1) {
        const answer = await client.call(allOrgs, {
          query: { limit: maxPageSize, ...(cursor === undefined ? {} : { cursor }) },
          signal,
        })
        all.push(...answer.orgs)
        if (answer.next_cursor === null) break
        cursor = answer.next_cursor
      }
      return all.sort((a, b) => a.name.localeCompare(b.name))
    },
  })
