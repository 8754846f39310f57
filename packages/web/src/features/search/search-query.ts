import type { Client } from '@deal-canvas/client'
import { type SearchKind, search } from '@deal-canvas/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** The newest hits of each kind. */
export const overviewQuery = (
  client: Client,
  q: string,
  { kinds, perKind }: { kinds?: readonly SearchKind[]; perKind: number },
) =>
  queryOptions({
    queryKey: ['search', 'overview', q, kinds ?? 'all', perKind],
    queryFn: ({ signal }) =>
      client.call(search, {
        query: { q, per_kind: perKind, ...(kinds === undefined ? {} : { kinds: kinds.join(',') }) },
        signal,
      }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

/** All hits of one kind, page by page. */
export const hitsQuery = (client: Client, q: string, kind: SearchKind) =>
  infiniteQueryOptions({
    queryKey: ['search', 'hits', q, kind],
    queryFn: ({ signal, pageParam }) =>
      client.call(search, { query: { q, kinds: kind, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
