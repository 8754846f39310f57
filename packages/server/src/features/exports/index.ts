import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Audit, DealChanges } from '../audit-trail/index.ts'
import type { Blocks } from '../blocks/index.ts'
import type { DealAccess } from '../deals/index.ts'
import type { DealBlobs, Documents } from '../documents/index.ts'
import type { FactPosition, FactRow, Reconciliation } from '../facts/index.ts'
import type { Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { ModelComputing, Models } from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import type { Quotas } from '../quotas/index.ts'
import type { CompareScenarios, ModelInScenario, ReadScenarioInputs, Scenarios } from '../scenarios/index.ts'
import { exportRoutes } from './exports.routes.ts'
import { createExports } from './exports.service.ts'
import { createExportsStore } from './exports.store.ts'
import { createGatherMemo } from './gather/gather-memo.ts'
import { createGatherNumbers } from './gather/gather-numbers.ts'
import { createGatherReview } from './gather/gather-review.ts'
import { createGatherScenarios } from './gather/gather-scenarios.ts'
import { createGatherWorkbook } from './gather/gather-workbook.ts'
import { createWritableWorkbook } from './gather/writable-workbook.ts'
import { createMakeExports } from './make-exports.ts'
import { createRenderThread } from './render-thread.ts'
import { createRenderers } from './renderers.ts'
import { createSweepExports } from './sweep-exports.ts'

export type { Exports } from './exports.service.ts'

interface Needs {
  access: DealAccess
  audit: Audit
  blocks: Blocks
  changes: DealChanges
  compare: CompareScenarios
  computing: ModelComputing
  dealBlobs: DealBlobs
  documents: Documents
  metrics: Metrics
  modelInScenario: ModelInScenario
  models: Models
  pageOfFacts(dealId: string, page: { after?: FactPosition | undefined; limit: number }): Promise<FactRow[]>
  quality: Quality
  quotas: Quotas
  readInputs: ReadScenarioInputs
  reconciliation: Reconciliation
  scenarios: Scenarios
  sections: Sections
}

/** Files that people take away from a deal, made in the background. */
export const createExportsFeature = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  platform: Platform,
  needs: Needs,
) => {
  const {
    access,
    audit,
    blocks: views,
    changes,
    compare,
    computing,
    dealBlobs,
    documents,
    metrics,
    modelInScenario,
    models,
  } = needs
  const { pageOfFacts, quality, quotas, readInputs, reconciliation, scenarios, sections } = needs
  const { database, blobs, onError, now } = platform
  const store = createExportsStore(database)
  const thread = createRenderThread({ onError })
  const writableWorkbook = createWritableWorkbook({ documents, models })
  const gatherNumbers = createGatherNumbers({
    modelInScenario,
    metrics,
    models,
    quality,
    documents,
    dealName: async (dealId) => (await access.activityOf([dealId])).get(dealId)?.name ?? '',
    gatherScenarios: createGatherScenarios({ scenarios, compare, models }),
    gatherReview: createGatherReview({ database, sections, reconciliation, pageOfFacts }),
    now,
  })
  const gatherMemo = createGatherMemo({ database, gatherNumbers, sections, blocks: views, audit, quality, now })
  const gatherWorkbook = createGatherWorkbook({ writableWorkbook, documents, models, computing, readInputs })
  let resuming: ReturnType<typeof keepResuming> | undefined
  const exports = createExports({
    store,
    database,
    blobs: dealBlobs,
    changes,
    models,
    scenarios,
    writableWorkbook,
    wake: () => resuming?.wake(),
    now,
  })
  const making = createMakeExports({
    store,
    renderers: createRenderers({ gatherMemo, gatherNumbers, gatherWorkbook, thread }),
    changes,
    assertAllowed: exports.assertAllowed,
    blobs: dealBlobs,
    quotas,
    onError,
    now,
  })
  return {
    exports,
    routes: exportRoutes({ exports, blobs }),
    tasks: { exports: createSweepExports({ store, blobs: dealBlobs, now }) },
    begin: (): void => {
      resuming = keepResuming({ work: making, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      resuming?.close()
      await making.close()
      await thread.close()
    },
  }
}
