import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Audit, DealChanges } from '../audit-trail/index.ts'
import type { Blocks } from '../blocks/index.ts'
import type { WriteBundle } from '../bundles/index.ts'
import type { BlindRead, Committees, Conditions, SignOffs } from '../committee/index.ts'
import type { DealAccess } from '../deals/index.ts'
import type { DealBlobs, Documents } from '../documents/index.ts'
import type { FactPosition, FactRow, Reconciliation } from '../facts/index.ts'
import type { HouseStyles } from '../house-styles/index.ts'
import type { Sections } from '../memo/index.ts'
import type { MemoVersions } from '../memo-versions/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { ModelComputing, Models } from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import type { Quotas } from '../quotas/index.ts'
import type { CompareScenarios, ModelInScenario, ReadScenarioInputs, Scenarios } from '../scenarios/index.ts'
import { exportRoutes } from './exports.routes.ts'
import { createExports } from './exports.service.ts'
import { createExportsStore } from './exports.store.ts'
import { createAssertWritable } from './gather/assert-writable.ts'
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
export { isExporter } from './exports.store.ts'
export { exportFileName } from './file-name.ts'
export { mediaTypeOf } from './media-type.ts'
export { amount, type Column, type Table, type TableCell, tableOf } from './render/table.ts'
export type { RenderThread } from './render-thread.ts'

interface Needs {
  access: DealAccess
  audit: Audit
  blindRead: BlindRead
  blocks: Blocks
  changes: DealChanges
  committees: Committees
  compare: CompareScenarios
  computing: ModelComputing
  conditions: Conditions
  dealBlobs: DealBlobs
  documents: Documents
  houseStyles: HouseStyles
  memoVersions: MemoVersions
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
  signOffs: SignOffs
  writeBundle: WriteBundle
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
    blindRead,
    blocks: views,
    changes,
    committees,
    compare,
    computing,
    conditions,
    dealBlobs,
    documents,
    houseStyles,
    memoVersions,
    metrics,
    modelInScenario,
    models,
  } = needs
  const { pageOfFacts, quality, quotas, readInputs, reconciliation, scenarios, sections, signOffs, writeBundle } = needs
  const { database, blobs, onError, now } = platform
  const store = createExportsStore(database)
  const thread = createRenderThread({ onError })
  const writableWorkbook = createWritableWorkbook({ documents, models })
  const dealName = async (dealId: string): Promise<string> =>
    (await access.activityOf([dealId])).get(dealId)?.name ?? ''
  const gatherNumbers = createGatherNumbers({
    modelInScenario,
    metrics,
    models,
    quality,
    documents,
    dealName,
    gatherScenarios: createGatherScenarios({ scenarios, compare, models }),
    gatherReview: createGatherReview({ database, sections, reconciliation, pageOfFacts }),
    now,
  })
  const gatherMemo = createGatherMemo({
    database,
    gatherNumbers,
    houseStyles,
    memoVersions,
    blocks: views,
    documents,
    audit,
    committees,
    conditions,
    signOffs,
    quality,
    dealName,
    now,
  })
  const gatherWorkbook = createGatherWorkbook({ writableWorkbook, documents, models, computing, readInputs })
  let resuming: ReturnType<typeof keepResuming> | undefined
  const exports = createExports({
    store,
    database,
    blobs: dealBlobs,
    changes,
    memoVersions,
    models,
    scenarios,
    blindRead,
    writableWorkbook,
    assertWritable: createAssertWritable({ gatherWorkbook, thread }),
    wake: () => resuming?.wake(),
    now,
  })
  const making = createMakeExports({
    store,
    renderers: createRenderers({
      gatherMemo,
      gatherNumbers,
      gatherWorkbook,
      thread,
      writeBundle,
      modelVersionOf: async (dealId) => (await models.current(dealId))?.version ?? 0,
    }),
    changes,
    assertAllowed: exports.assertAllowed,
    blobs: dealBlobs,
    quotas,
    onError,
    now,
  })
  return {
    exports,
    /** Makes files of others in the same threads. */
    renderThread: thread,
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
