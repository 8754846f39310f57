import type { MetricDifference } from '@deal-canvas/contract'
import type { Difference } from './models.service.ts'

/** A metric that has another value now. */
export const presentDifference = ({ metricKey, label, before, after }: Difference): MetricDifference => ({
  metric_key: metricKey,
  label,
  before,
  after,
})
