import type { Client } from '@deal-canvas/client'
import { auditTrail, committee, conditions, readiness, signOffs } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'
import { dealKey } from './canvas-query.ts'

/** The committee of a deal with its votes. Events of the live channel invalidate it. */
export const committeeQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'committee'],
    queryFn: ({ signal }) => client.call(committee, { params: { deal_id: dealId }, signal }),
  })

/** Below the committee: what asks for votes again asks for signatures again. */
export const signOffsQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'committee', 'sign-offs'],
    queryFn: ({ signal }) => client.call(signOffs, { params: { deal_id: dealId }, signal }),
  })

/** What is open before a decision. */
export const readinessQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'readiness'],
    queryFn: ({ signal }) => client.call(readiness, { params: { deal_id: dealId }, signal }),
  })

export const conditionsQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'conditions'],
    queryFn: ({ signal }) => client.call(conditions, { params: { deal_id: dealId }, signal }),
  })

/** The decision as its signed event has it; null: the deal was never changed. */
export const finalizationQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'record', 'finalization'],
    queryFn: async ({ signal }) =>
      (await client.call(auditTrail, { params: { deal_id: dealId }, query: { limit: 1 }, signal })).finalization,
  })
