import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Sections } from '../memo/index.ts'
import { metricRoutes } from './metrics.routes.ts'
import { createMetrics } from './metrics.service.ts'
import { createMetricsStore } from './metrics.store.ts'

export { customKeyFor, isCustomMetric } from './custom-key.ts'
export { createReadDealNumbers, type DealNumber, type ReadDealNumbers } from './deal-numbers.ts'
export type { FoundMetric, MetricRow, Metrics } from './metrics.service.ts'
export { foundAs } from './metrics.service.ts'
export { presentMetric } from './present-metric.ts'
export { isComputed, isUnconfirmed, type ProvenanceFacts, readConfidence, statusOf } from './provenance.ts'
export { unknownMetric } from './unknown-metric.ts'

interface Needs {
  changes: DealChanges
  sections: Sections
  onChanged: Parameters<typeof createMetrics>[0]['onChanged']
}

/** A deal's metrics and their provenance. */
export const createMetricsFeature = ({ database }: Platform, { changes, sections, onChanged }: Needs) => {
  const metrics = createMetrics({ store: createMetricsStore(database), changes, sections, onChanged })
  return { metrics, routes: metricRoutes({ metrics }) }
}
