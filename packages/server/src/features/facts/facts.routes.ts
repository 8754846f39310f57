import {
  documentFacts,
  documentTables,
  reconciliation as listReconciliation,
  settleContradiction,
} from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { readPositionCursor, writeCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { isId } from '../../platform/ids.ts'
import type { FactsStore } from './facts.store.ts'
import { presentFact, presentReading } from './present-facts.ts'
import type { Reconciliation } from './reconciliation.service.ts'

interface Deps {
  store: Pick<FactsStore, 'page' | 'readings' | 'tables' | 'hasDocument'>
  reconciliation: Pick<Reconciliation, 'list' | 'settle'>
}

const defaultFacts = 100
const defaultFindings = 50

export const factRoutes = ({ store, reconciliation }: Deps): Route[] => [
  handle(documentFacts, async ({ params: { deal_id: dealId }, query }) => {
    const { document_id: documentId, metric_key: metricKey, limit = defaultFacts, cursor } = query
    if (documentId !== undefined && !isId(documentId)) return { facts: [], next_cursor: null, readings: [] }
    const after = readPositionCursor(cursor)
    const [rows, readings] = await Promise.all([
      store.page(dealId, {
        documentId,
        metricKey,
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
    if (!isId(documentId) || !(await store.hasDocument(dealId, documentId))) refuse('document_not_found')
    return { tables: await store.tables(dealId, documentId) }
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
