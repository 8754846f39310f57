import type { Client } from '@deal-canvas/client'
import { thresholds } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'
import { dealKey } from './canvas-query.ts'

export const thresholdsKey = (dealId: string) => [...dealKey(dealId), 'thresholds'] as const

/** The hurdles and covenants of a deal. */
export const thresholdsQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: thresholdsKey(dealId),
    queryFn: ({ signal }) => client.call(thresholds, { params: { deal_id: dealId }, signal }),
  })
