import type { Client } from '@deal-canvas/client'
import { dealModel } from '@deal-canvas/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useServices } from '../session/services.ts'
import { dealKey, useDealId } from './canvas-query.ts'

/** Where the numbers come from, and what was applied over them. */
export const modelQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'model'],
    queryFn: ({ signal }) => client.call(dealModel, { params: { deal_id: dealId }, signal }),
  })

export const useModel = () => useQuery(modelQuery(useServices().session.client, useDealId()))
