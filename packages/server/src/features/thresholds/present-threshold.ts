import type { Threshold } from '@deal-canvas/contract'
import { presentThresholdResult } from './compare-with-threshold.ts'
import type { DealThreshold } from './thresholds.service.ts'

/** Converts a threshold for the API. */
export const presentThreshold = (threshold: DealThreshold): Threshold => ({
  id: threshold.id,
  metric_key: threshold.metricKey,
  label: threshold.label,
  unit: threshold.unit,
  side: threshold.side,
  value: threshold.value,
  kind: threshold.kind,
  source: threshold.source,
  current: presentThresholdResult(threshold, threshold.metricValue),
  version: threshold.version,
  updated_by: threshold.updatedByName,
  updated_at: threshold.updatedAt.toISOString(),
})
