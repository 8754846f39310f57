import type { Client } from '@deal-canvas/client'
import { listMemoVersions } from '@deal-canvas/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { dealKey } from './canvas-query.ts'

const pageSize = 50

/** The versions of a memo, the newest first. */
export const versionsQuery = (client: Client, dealId: string) =>
  infiniteQueryOptions({
    queryKey: [...dealKey(dealId), 'memo-versions'],
    queryFn: ({ pageParam, signal }) =>
      client.call(listMemoVersions, {
        params: { deal_id: dealId },
        query: { limit: pageSize, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
