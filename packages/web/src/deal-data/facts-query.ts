import type { Client } from '@deal-canvas/client'
import { documentFacts, documentTables, maxFactsPage, maxFindingsPage, reconciliation } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'
import { dealKey } from './canvas-query.ts'

export const reconciliationKey = (dealId: string) => [...dealKey(dealId), 'reconciliation'] as const

/** While documents are read and compared, looks again after this long. */
const pendingMs = 3_000

/** Where documents differ from the model or from each other. */
export const reconciliationQuery = (client: Client, dealId: string) =>
  queryOptions({
    queryKey: reconciliationKey(dealId),
    queryFn: ({ signal }) =>
      client.call(reconciliation, { params: { deal_id: dealId }, query: { limit: maxFindingsPage }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? pendingMs : false),
  })

/** What a document states, or one page of it. */
export const factsQuery = (client: Client, dealId: string, documentId: string, page?: number) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'facts', documentId, page],
    queryFn: ({ signal }) =>
      client.call(documentFacts, {
        params: { deal_id: dealId },
        query: { document_id: documentId, limit: maxFactsPage, ...(page !== undefined && { page }) },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data?.readings[0]?.status === 'pending' ? pendingMs : false),
  })

/** The rent rolls and other known tables of a document. */
export const tablesQuery = (client: Client, dealId: string, documentId: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'tables', documentId],
    queryFn: ({ signal }) =>
      client.call(documentTables, { params: { deal_id: dealId, document_id: documentId }, signal }),
  })
