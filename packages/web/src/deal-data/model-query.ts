import type { Client } from '@deal-canvas/client'
import { dealModel } from '@deal-canvas/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useServices } from '../session/services.ts'
import { dealKey, useDealId } from './canvas-query.ts'

/** The workbook behind the metrics, and the overrides applied on top of it. */
export const modelQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'model'],
    queryFn: ({ signal }) => client.call(dealModel, { params: { deal_id: dealId }, signal }),
  })

export const useModel = () => useQuery(modelQuery(useServices().session.client, useDealId()))
