import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Models } from '../models/index.ts'
import { thresholdRoutes } from './thresholds.routes.ts'
import { createThresholds } from './thresholds.service.ts'
import { createThresholdsStore } from './thresholds.store.ts'

export { breachSides, compareWithThreshold, presentThresholdResult } from './compare-with-threshold.ts'
export type { DealThreshold, Thresholds } from './thresholds.service.ts'

interface Needs {
  changes: DealChanges
  metrics: Metrics
  models: Models
}

/** Hurdles and covenants of deals. */
export const createThresholdsFeature = ({ database }: Platform, needs: Needs) => {
  const thresholds = createThresholds({ store: createThresholdsStore(database), ...needs })
  return { thresholds, routes: thresholdRoutes({ thresholds }) }
}
