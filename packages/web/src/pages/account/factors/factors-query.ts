import type { Client } from '@deal-canvas/client'
import { secondFactors } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'

export const factorsKey = ['second-factors'] as const

export const factorsQuery = (client: Client) =>
  queryOptions({ queryKey: factorsKey, queryFn: ({ signal }) => client.call(secondFactors, { signal }) })
