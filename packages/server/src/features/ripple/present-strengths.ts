import type { StrongInput } from '@deal-canvas/contract'
import type { InputStrength } from '@deal-canvas/engine'
import type { MetricRow } from '../metrics/index.ts'

/** The inputs that move a metric most, with the deal's labels. */
export const presentStrengths = (strongest: readonly InputStrength[], rows: readonly MetricRow[]): StrongInput[] => {
  const labels = new Map(rows.map(({ metricKey, label }) => [metricKey, label]))
  return strongest.map(({ metricKey, elasticity }) => ({
    metric_key: metricKey,
    label: labels.get(metricKey) ?? metricKey,
    elasticity,
  }))
}
