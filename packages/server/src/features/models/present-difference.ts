import type { MetricDifference } from '@deal-canvas/contract'
import type { Difference } from './models.service.ts'

/** Converts a changed metric for the API. */
export const presentDifference = ({ metricKey, label, before, after }: Difference): MetricDifference => ({
  metric_key: metricKey,
  label,
  before,
  after,
})
