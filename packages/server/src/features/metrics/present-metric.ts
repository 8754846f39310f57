import type { Metric } from '@deal-canvas/contract'
import { kindOf, readableFormula } from '@deal-canvas/engine'
import { isCustomMetric } from './custom-key.ts'
import type { MetricRow } from './metrics.service.ts'
import { type ProvenanceFacts, provenanceOf } from './provenance.ts'

/** Converts a metric for the API. */
export const presentMetric = (metric: MetricRow, facts: ProvenanceFacts): Metric => ({
  metric_key: metric.metricKey,
  label: metric.label,
  unit: metric.unit,
  value: metric.value,
  kind: metric.kind,
  formula: formulaOf(metric),
  source: metric.source,
  confidence: metric.confidence,
  computed_share: metric.computedShare,
  better: kindOf(metric.metricKey)?.better ?? null,
  plausible: plausibleOf(metric.metricKey),
  provenance: provenanceOf(metric, facts),
  custom: isCustomMetric(metric.metricKey),
  version: metric.version,
  updated_at: metric.updatedAt.toISOString(),
})

const plausibleOf = (key: string): Metric['plausible'] => {
  const [from, to] = kindOf(key)?.range ?? []
  return from === undefined || to === undefined ? null : { from, to }
}

const formulaOf = ({ metricKey, kind, formula }: MetricRow): string | null => {
  if (kind === 'input') return null
  const known = kindOf(metricKey)?.formula ?? null
  return formula ?? (known === null ? null : readableFormula(known))
}
