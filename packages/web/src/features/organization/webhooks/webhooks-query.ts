import type { Client } from '@deal-canvas/client'
import { deals, maxPageSize, webhookDeliveries, webhooks } from '@deal-canvas/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { orgKey } from '../org-query.ts'

export const webhooksQuery = (client: Client, orgId: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'webhooks'],
    queryFn: async ({ signal }) => (await client.call(webhooks, { params: { org_id: orgId }, signal })).webhooks,
  })

export const deliveriesQuery = (client: Client, orgId: string, webhookId: string) =>
  infiniteQueryOptions({
    queryKey: [...orgKey(orgId), 'webhooks', webhookId, 'deliveries'],
    queryFn: ({ signal, pageParam }) =>
      client.call(webhookDeliveries, {
        params: { org_id: orgId, webhook_id: webhookId },
        query: { limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** The newest deals of an organization, from which a webhook can choose. */
export const orgDealsQuery = (client: Client, orgId: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'deals'],
    queryFn: async ({ signal }) =>
      (await client.call(deals, { query: { limit: maxPageSize }, signal })).deals.filter(
        (deal) => deal.org_id === orgId,
      ),
  })
