import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { domainOf, type ModelComputing, type Models } from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import { factRoutes } from './facts.routes.ts'
import { createFactsStore } from './facts.store.ts'
import { createReadDocuments } from './read-documents.ts'
import { createReconcileDeals } from './reconcile-deals.ts'
import { createReconciliation } from './reconciliation.service.ts'
import { createReconciliationStore } from './reconciliation.store.ts'
import { createStatements } from './statements.ts'

export type { Reconciliation } from './reconciliation.service.ts'
export type { Statements } from './statements.ts'

interface Needs {
  changes: DealChanges
  computing: ModelComputing
  documents: Documents
  metrics: Metrics
  models: Models
  quality: Pick<Quality, 'of'>
  sections: Sections
}

export type { FactPosition, FactRow } from './facts.store.ts'

/** What documents state, and how it compares with the numbers of the deal. */
export const createFactsFeature = ({ databaseUrl }: Config, platform: Platform, needs: Needs) => {
  const { changes, computing, documents, metrics, models, quality, sections } = needs
  const { database, onError, now } = platform
  const store = createFactsStore(database)
  const findings = createReconciliationStore(database)
  const reading = createReadDocuments({
    store,
    documents,
    domainOf: async (dealId) => domainOf({ row: await models.current(dealId) }),
    modelDocument: async (dealId) => (await models.current(dealId))?.documentId ?? undefined,
    onRead: (dealId) => demandReconciliation(dealId, now()),
    database,
    onError,
    now,
  })
  const reconciling = createReconcileDeals({
    store: findings,
    changes,
    computing,
    metrics,
    models,
    quality,
    sections,
    onError,
    now,
  })
  const reconciliation = createReconciliation({
    store: findings,
    facts: store,
    changes,
    documents,
    metrics,
    models,
    sections,
  })
  const loops: ReturnType<typeof keepResuming>[] = []
  const wake = () => {
    for (const loop of loops) loop.wake()
  }
  const demandReconciliation = async (dealId: string, at: Date): Promise<void> => {
    await findings.demand(dealId, at)
    await database.afterCommit(async () => wake())
  }

  return {
    reconciliation,
    statements: createStatements({ facts: store, findings }),
    /** The facts of a deal in the order of its documents. */
    pageOfFacts: store.page,
    /** Has a document read for facts in the background. */
    readFacts: async (dealId: string, documentId: string): Promise<void> => {
      await reading.demand(dealId, documentId)
      await database.afterCommit(async () => wake())
    },
    /** Has the documents of a deal compared with its numbers again, after the transaction that changes either. */
    demandReconciliation,
    routes: factRoutes({ store, documents, reconciliation }),
    begin: (): void => {
      const isAlone = databaseUrl === undefined
      loops.push(...[reading, reconciling].map((work) => keepResuming({ work, onError, isAlone })))
    },
    close: async (): Promise<void> => {
      for (const loop of loops) loop.close()
      await Promise.all([reading.close(), reconciling.close()])
    },
  }
}
