import type { Platform } from './compose-platform.ts'
import type { Config } from './config.ts'
import type { AdminLog } from './features/admin-log/admin-log.service.ts'
import type { DealChanges } from './features/audit-trail/deal-changes.service.ts'
import type { Deals } from './features/deals/deals.service.ts'
import type { DealEntrance } from './features/deals/entrance/entrance.service.ts'
import { createPlantIntake } from './features/demo/plant-intake.ts'
import { createTakeInFiles } from './features/demo/take-in-files.ts'
import type { DealBlobs } from './features/documents/deal-blobs.service.ts'
import { createDocumentReader } from './features/documents/document-reader.ts'
import { documentRoutes } from './features/documents/documents.routes.ts'
import { createDocuments } from './features/documents/documents.service.ts'
import { createDocumentsStore } from './features/documents/documents.store.ts'
import { createBrush } from './features/evidence/brush/brush.service.ts'
import { createEmbedPending } from './features/evidence/embed-pending.ts'
import { evidenceRoutes } from './features/evidence/evidence.routes.ts'
import { createEvidence } from './features/evidence/evidence.service.ts'
import { createEvidenceStore } from './features/evidence/evidence.store.ts'
import { createPendingEmbeddingsStore } from './features/evidence/pending-embeddings.store.ts'
import { cropRoutes } from './features/image-crops/crops.routes.ts'
import { createCrops } from './features/image-crops/crops.service.ts'
import { createCropsStore } from './features/image-crops/crops.store.ts'
import { createBuildWatch } from './features/intake/build-watch.ts'
import { createBuilds } from './features/intake/builds.service.ts'
import { createBuildsStore } from './features/intake/builds.store.ts'
import { intakeRoutes } from './features/intake/intake.routes.ts'
import { createIntake } from './features/intake/intake.service.ts'
import { createIntakeStore } from './features/intake/intake.store.ts'
import { keepResuming } from './features/intake/keep-resuming.ts'
import { createNameSuggester } from './features/intake/naming/name-suggester.ts'
import { createPutIntoEvidence } from './features/intake/put-into-evidence.ts'
import { createReadFiles } from './features/intake/read-files.ts'
import { createResumeReading } from './features/intake/resume-reading.ts'
import { createStageWork } from './features/intake/stage-work.ts'
import { createMemo } from './features/memo/drafting/memo.service.ts'
import type { Sections } from './features/memo/sections/sections.service.ts'
import type { Metrics } from './features/metrics/metrics.service.ts'
import { createCellChoices } from './features/models/cell-choices.service.ts'
import { createCustomMetrics } from './features/models/custom-metrics.service.ts'
import { createModelComputing } from './features/models/model-computing.ts'
import { createModelReading } from './features/models/model-reading.ts'
import { createModelThreads } from './features/models/model-threads.ts'
import { modelRoutes } from './features/models/models.routes.ts'
import { createModels } from './features/models/models.service.ts'
import { createModelsStore } from './features/models/models.store.ts'
import { createTakeInModel } from './features/models/take-in-model.ts'
import { createWarmModels } from './features/models/warm-models.ts'
import type { Orgs } from './features/orgs/orgs.service.ts'
import { qualityRoutes } from './features/quality/quality.routes.ts'
import { createKeepQuality, createQuality } from './features/quality/quality.service.ts'
import type { Quotas } from './features/quotas/quotas.service.ts'
import { createRereading } from './features/readings/read-again.service.ts'
import { createReadingTemplates } from './features/readings/reading-templates.service.ts'
import { createReadingTemplatesStore } from './features/readings/reading-templates.store.ts'
import { readingRoutes } from './features/readings/readings.routes.ts'
import { createReadings } from './features/readings/readings.service.ts'
import { createReadingsStore } from './features/readings/readings.store.ts'
import { createGoals } from './features/ripple/goal-seek.service.ts'
import { createPreviews } from './features/ripple/preview.service.ts'
import { rippleRoutes } from './features/ripple/ripple.routes.ts'
import { createRipples } from './features/ripple/ripple.service.ts'
import { createRippleStore } from './features/ripple/ripple.store.ts'
import type { Route } from './http/handler.ts'

interface Needs {
  adminLog: AdminLog
  entrance: Pick<DealEntrance, 'enter'>
  orgs: Orgs
  changes: DealChanges
  records: Deals
  metrics: Metrics
  sections: Sections
  dealBlobs: DealBlobs
  quotas: Quotas
}

/** Puts together what brings documents and numbers into deals. */
export const composeIntake = async (
  config: Config,
  platform: Platform,
  { entrance, changes, metrics, sections, records, orgs, dealBlobs, quotas, adminLog }: Needs,
) => {
  const { database, bus, blobs, state, embeddings, onError, now } = platform
  const reader = createDocumentReader({ blobs, onError })
  const documents = createDocuments({
    store: createDocumentsStore(database),
    database,
    blobs: dealBlobs,
    state,
    reader,
    changes,
    quotas,
    onAdded: async (_, document) => void (await putIntoEvidence(document)),
    onRemoved: (dealId, id) => evidence.forget(dealId, id),
    onError,
    now,
  })
  const crops = createCrops({
    store: createCropsStore(database),
    database,
    changes,
    blobs: dealBlobs,
    state,
    documents,
    quotas,
    now,
  })
  const { assertFree, attach, ofComments, erase } = crops

  const evidenceStore = createEvidenceStore(database)
  const pending = createPendingEmbeddingsStore(database)
  const evidence = createEvidence({
    store: evidenceStore,
    pending,
    database,
    changes,
    embeddings,
    onError,
    now,
  })
  const embedPending = createEmbedPending({
    pending,
    store: evidenceStore,
    database,
    embeddings,
    onError,
    now,
  })
  const putIntoEvidence = createPutIntoEvidence({ documents, evidence })
  const brush = createBrush({ evidence, metrics, sections, changes, state, onError })

  const threads = createModelThreads({ blobs, onStrayError: onError })
  const computing = createModelComputing({ threads })
  const keepQuality = createKeepQuality({ state, onError })
  const modelsStore = createModelsStore(database)
  const reading = createModelReading({ store: modelsStore, computing })
  const takeIn = createTakeInModel({ store: modelsStore, metrics, sections, keepQuality, database })
  const templates = createReadingTemplates({ store: createReadingTemplatesStore(database), computing, orgs, adminLog })
  const memo = createMemo({ metrics, sections })
  const { redraft } = memo
  const { planned } = sections
  const models = createModels({ store: modelsStore, reading, takeIn, computing, documents, changes, templates })
  const cellChoices = createCellChoices({
    store: modelsStore,
    reading,
    takeIn,
    metrics,
    changes,
    templates,
    redraft,
    planned,
    now,
  })
  const customMetrics = createCustomMetrics({
    store: modelsStore,
    reading,
    cells: cellChoices,
    takeIn,
    metrics,
    sections,
    changes,
  })
  const readings = createReadings({
    store: createReadingsStore(database),
    reading,
    computing,
    templates,
    takeIn,
    documents,
    metrics,
    redraft,
    planned,
    changes,
  })
  const rereading = createRereading({
    reading,
    models,
    metrics,
    documents,
    takeIn,
    redraft,
    planned,
    changes,
  })
  const quality = createQuality({ models, state, keep: keepQuality, onError })
  const rippleStore = createRippleStore(database)
  const ripples = createRipples({ store: rippleStore, models, computing, metrics, sections, changes, now })
  const previews = createPreviews({
    isLetIn: async (actor, dealId) => (await entrance.enter(actor, dealId)) !== undefined,
    store: rippleStore,
    models,
    computing,
    metrics,
    sections,
    quality,
    now,
    ticks: () => performance.now(),
    onError,
  })

  const intakeStore = createIntakeStore(database)
  const work = createStageWork({
    documents,
    models,
    quality,
    putIntoEvidence,
    memo,
    blobs: dealBlobs,
    state,
  })
  const builds = createBuilds({
    store: createBuildsStore(database),
    database,
    changes,
    work,
    onEnd: intakeStore.end,
    bus,
    now,
    onError,
  })
  const watch = await createBuildWatch({ bus })
  const names = createNameSuggester({ onError })
  const intake = createIntake({
    store: intakeStore,
    database,
    records,
    orgs,
    documents,
    changes,
    openNamespace: evidence.openNamespace,
    readFiles: createReadFiles({ documents, onError }),
    suggestName: names.suggest,
    builds,
    watch,
    quotas,
    readings,
    now,
  })
  let goOn: ReturnType<typeof keepResuming>[] = []

  const routes: Route[] = [
    ...intakeRoutes({ intake }),
    ...readingRoutes({ readings, rereading, templates }),
    ...modelRoutes({ models, cellChoices, customMetrics, metrics }),
    ...qualityRoutes({ quality }),
    ...rippleRoutes({ previews, ripples, goals: createGoals({ models, computing, metrics }) }),
    ...evidenceRoutes({ evidence, brush }),
    ...documentRoutes({ documents, blobs }),
    ...cropRoutes({ crops, blobs }),
  ]
  return {
    routes,
    plantIntake: createPlantIntake({ intake }),
    readings,
    customMetrics,
    evidence,
    /** What the first what-if of somebody who opens a canvas would have to wait for. */
    warmModel: createWarmModels({ models, computing, onError, now }),
    /** What comments do with pictures. */
    crops: { assertFree, attach, ofComments, erase },
    takeInFiles: createTakeInFiles({ documents, evidence, changes, work }),
    tasks: { ripplePreviews: () => ripples.sweep(), imageCrops: () => crops.sweep(), blobs: () => dealBlobs.collect() },
    begin: (): void => {
      const isAlone = config.databaseUrl === undefined
      const unread = createResumeReading({ documents, putIntoEvidence, onError, now })
      goOn = [
        keepResuming({ work: builds, onError, isAlone }),
        keepResuming({ work: unread, onError, isAlone, everyMs: 60_000 }),
        keepResuming({ work: embedPending, onError, isAlone }),
      ]
    },
    prepare: threads.prepare,
    close: async (): Promise<void> => {
      for (const one of goOn) one.close()
      await embedPending.close()
      await watch.close()
      await builds.close()
      await threads.close()
      await names.close()
      await reader.close()
    },
  }
}
