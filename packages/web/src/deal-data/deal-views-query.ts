import type { Client } from '@deal-canvas/client'
import { dealCounts, savedViews } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'
import { dealsKey } from './deals-query.ts'

/** How many deals there are of each status, stage and type. */
export const dealCountsQuery = (client: Client) =>
  queryOptions({
    queryKey: [...dealsKey, 'counts'],
    queryFn: ({ signal }) => client.call(dealCounts, { signal }),
    staleTime: 0,
  })

export const savedViewsKey = ['saved-views'] as const

export const savedViewsQuery = (client: Client) =>
  queryOptions({ queryKey: savedViewsKey, queryFn: ({ signal }) => client.call(savedViews, { signal }) })
