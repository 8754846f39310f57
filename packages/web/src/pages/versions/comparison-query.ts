import type { Client } from '@deal-canvas/client'
import { compareMemoVersions } from '@deal-canvas/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { dealKey } from '../../deal-data/canvas-query.ts'

/** Versions never change, so their comparison never goes stale. */
export const comparisonQuery = (client: Client, dealId: string, from: number, to: number) =>
  infiniteQueryOptions({
    queryKey: [...dealKey(dealId), 'memo-comparison', from, to],
    queryFn: ({ pageParam, signal }) =>
      client.call(compareMemoVersions, {
        params: { deal_id: dealId },
        query: { from, to, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
