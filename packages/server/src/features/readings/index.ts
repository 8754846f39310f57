import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Memo, Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { ModelComputing, ModelReading, Models, TakeInModel } from '../models/index.ts'
import type { Orgs } from '../orgs/index.ts'
import { createRereading } from './read-again.service.ts'
import { createReadingTemplates, type ReadingTemplates } from './reading-templates.service.ts'
import { createReadingTemplatesStore } from './reading-templates.store.ts'
import { readingRoutes } from './readings.routes.ts'
import { createReadings } from './readings.service.ts'
import { createReadingsStore } from './readings.store.ts'

export { presentReading, presentResult } from './present-reading.ts'
export type { ReadingTemplates } from './reading-templates.service.ts'
export type { ReadingResult, Readings, ShownReading, TriedReading } from './readings.service.ts'

interface TemplateNeeds {
  adminLog: AdminLog
  computing: ModelComputing
  orgs: Orgs
}

/** Reading templates: cells chosen in an organization's earlier workbooks, reused for the next one. */
export const createTemplatesFeature = ({ database }: Platform, { adminLog, computing, orgs }: TemplateNeeds) =>
  createReadingTemplates({ store: createReadingTemplatesStore(database), computing, orgs, adminLog })

interface Needs {
  changes: DealChanges
  computing: ModelComputing
  documents: Documents
  memo: Memo
  metrics: Metrics
  models: Models
  reading: ModelReading
  sections: Sections
  takeIn: TakeInModel
  templates: ReadingTemplates
}

/** Readings: how a workbook is read into metrics that users confirm. */
export const createReadingsFeature = ({ database }: Platform, needs: Needs) => {
  const { changes, computing, documents, memo, metrics, models, reading, sections, takeIn, templates } = needs
  const { planned } = sections
  const readings = createReadings({
    store: createReadingsStore(database),
    reading,
    computing,
    templates,
    takeIn,
    documents,
    metrics,
    memo,
    planned,
    changes,
  })
  const rereading = createRereading({
    reading,
    models,
    metrics,
    documents,
    takeIn,
    memo,
    planned,
    changes,
  })
  return { readings, routes: readingRoutes({ readings, rereading, templates }) }
}
