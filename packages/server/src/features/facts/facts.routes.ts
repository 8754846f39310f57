import {
  documentFacts,
  documentTables,
  reconciliation as listReconciliation,
  settleContradiction,
} from '@deal-canvas/contract'
import { readPositionCursor, writeCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { isId } from '../../platform/ids.ts'
import type { Documents } from '../documents/index.ts'
import type { FactsStore } from './facts.store.ts'
import { presentFact, presentReading } from './present-facts.ts'
import type { Reconciliation } from './reconciliation.service.ts'

interface Deps {
  store: Pick<FactsStore, 'page' | 'readings' | 'tables'>
  documents: Pick<Documents, 'find'>
  reconciliation: Pick<Reconciliation, 'list' | 'settle'>
}

const defaultFacts = 100
const defaultFindings = 50

export const factRoutes = ({ store, documents, reconciliation }: Deps): Route[] => [
  handle(documentFacts, async ({ params: { deal_id: dealId }, query }) => {
    const { document_id: documentId, metric_key: metricKey, page, limit = defaultFacts, cursor } = query
    if (documentId !== undefined && !isId(documentId)) return { facts: [], next_cursor: null, readings: [] }
    const after = readPositionCursor(cursor)
    const [rows, readings] = await Promise.all([
      store.page(dealId, {
        documentId,
        metricKey,
        page,
        after: after && { documentId: after.id, position: after.position },
        limit: limit + 1,
      }),
      store.readings(dealId, documentId),
    ])
    const shown = rows.slice(0, limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      facts: shown.map(presentFact),
      next_cursor: last === undefined ? null : writeCursor([String(last.position), last.documentId]),
      readings: readings.map(presentReading),
    }
  }),
  handle(documentTables, async ({ params: { deal_id: dealId, document_id: documentId } }) => {
    const { id } = await documents.find(dealId, documentId)
    return { tables: await store.tables(dealId, id) }
  }),
  handle(listReconciliation, async ({ params: { deal_id: dealId }, query: { status, limit, cursor } }) => {
    const after = readPositionCursor(cursor)?.position
    const found = await reconciliation.list(dealId, { status, after, limit: limit ?? defaultFindings })
    return {
      status: found.status,
      model_version: found.modelVersion,
      counts: found.counts,
      findings: found.findings,
      next_cursor: found.next === undefined ? null : writeCursor([String(found.next.position), found.next.id]),
    }
  }),
  handle(settleContradiction, ({ actor, params: { deal_id, finding_id }, body, ifMatch }) =>
    reconciliation.settle(actor, deal_id, finding_id, body, ifMatch),
  ),
]
