import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Memo, Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { ReadingTemplates } from '../readings/index.ts'
import { createCellChoices } from './cell-choices.service.ts'
import { createComparisonThread } from './comparison-thread.ts'
import { createCustomMetrics } from './custom-metrics.service.ts'
import { createModelComputing, type ModelComputing } from './model-computing.ts'
import { createModelReading } from './model-reading.ts'
import { createModelThreads } from './model-threads.ts'
import { modelRoutes } from './models.routes.ts'
import { createModels } from './models.service.ts'
import { createModelsStore } from './models.store.ts'
import { createPreviewModel } from './preview-model.ts'
import { createTakeInModel } from './take-in-model.ts'
import { createWarmModels } from './warm-models.ts'
import { createWriteNumbers, type NoticeBreaches } from './write-numbers.ts'

export type { BuiltModel, Difference } from './built-model.ts'
export { dayNumber, isoDay } from './cell-number.ts'
export type { CustomMetrics } from './custom-metrics.service.ts'
export { recordedDifferences } from './differences.ts'
export type { VaryingInput } from './input-uncertainties.ts'
export type { ModelComputing } from './model-computing.ts'
export type { ModelReading } from './model-reading.ts'
export { asOfNow, ModelRefusal } from './model-refusal.ts'
export type { ChosenCell, ModelState, ReadingOptions } from './model-state.ts'
export type {
  FoundFinding,
  Models,
  PresentModel,
  QualitySnapshot,
} from './models.service.ts'
export { domainOf } from './models.service.ts'
export { ownName } from './own-name.ts'
export { presentDifference } from './present-difference.ts'
export { presentInvalidTrials, presentTornado } from './present-trials.ts'
export type { AreaCell, CellArea } from './read-areas.ts'
export type { CellToWrite, ScenarioInputs } from './scenario-values.ts'
export { seedOf } from './seed.ts'
export type { Simulation } from './simulation.ts'
export type { TakeInModel } from './take-in-model.ts'
export type { TaughtCell, TemplateMemory } from './template-memory.ts'
export { withRemembered } from './template-memory.ts'
export { isUnitScale } from './unit-scale.ts'
export type { CellReading, MetricReading, UnsureReading, WorkbookReading } from './workbook-reading.ts'
export type { WriteNumbers } from './write-numbers.ts'

/** The threads that compute models. */
export const createModelComputingFeature = ({ blobs, onError }: Platform) => {
  const threads = createModelThreads({ blobs, onStrayError: onError })
  return { computing: createModelComputing({ threads }), prepare: threads.prepare, close: threads.close }
}

interface Needs {
  changes: DealChanges
  computing: ModelComputing
  documents: Documents
  keepQuality: Parameters<typeof createTakeInModel>[0]['keepQuality']
  memo: Memo
  metrics: Metrics
  noticeBreaches: NoticeBreaches
  onTaken: Parameters<typeof createTakeInModel>[0]['onTaken']
  sections: Sections
  templates: ReadingTemplates
}

/** The models of deals: the workbook, the cells of the metrics, and custom metrics. */
export const createModelsFeature = ({ database, onError, now }: Platform, needs: Needs) => {
  const { changes, computing, documents, keepQuality, memo, metrics, noticeBreaches, onTaken, sections, templates } =
    needs
  const store = createModelsStore(database)
  const reading = createModelReading({ store, computing })
  const takeIn = createTakeInModel({ store, metrics, sections, keepQuality, database, noticeBreaches, onTaken })
  const models = createModels({ store, reading, takeIn, computing, documents, changes, templates })
  const comparison = createComparisonThread({ onError })
  const cellChoices = createCellChoices({
    store,
    reading,
    takeIn,
    metrics,
    changes,
    templates,
    memo,
    planned: sections.planned,
    now,
  })
  const customMetrics = createCustomMetrics({
    store,
    reading,
    cells: cellChoices,
    takeIn,
    metrics,
    sections,
    changes,
  })
  return {
    models,
    reading,
    takeIn,
    customMetrics,
    writeNumbers: createWriteNumbers({
      metrics,
      sections,
      currencyOf: async (dealId) => (await models.present(dealId)).currency,
      noticeBreaches,
    }),
    /** Loads in advance what the first what-if after opening a canvas needs. */
    warmModel: createWarmModels({ models, computing, onError, now }),
    routes: modelRoutes({
      models,
      cellChoices,
      customMetrics,
      metrics,
      preview: createPreviewModel({ models, metrics, sections, documents, thread: comparison }),
    }),
    close: comparison.close,
  }
}
