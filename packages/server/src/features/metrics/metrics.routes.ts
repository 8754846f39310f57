import { dealMetrics, type Metric, setMetric } from '@deal-canvas/contract'
import { kindOf, readableFormula } from '@deal-canvas/engine'
import { handle, type Route } from '../../http/handler.ts'
import type { Metrics } from './metrics.service.ts'
import type { MetricRow } from './metrics.store.ts'

export const metricRoutes = ({ metrics }: { metrics: Metrics }): Route[] => [
  handle(dealMetrics, async ({ params }) => ({
    metrics: (await metrics.all(params.deal_id)).map(presentMetric),
  })),
  handle(setMetric, ({ actor, params, body: { value, label, unit }, ifMatch }) =>
    metrics.put(actor, params.deal_id, params.metric_key, { value, label, unit, seen: ifMatch }).then(presentMetric),
  ),
]

const presentMetric = (metric: MetricRow): Metric => ({
  metric_key: metric.metricKey,
  label: metric.label,
  unit: metric.unit,
  value: metric.value,
  kind: metric.kind,
  formula: formulaOf(metric),
  source: metric.source,
  confidence: metric.confidence,
  computed_share: metric.computedShare,
  version: metric.version,
  updated_at: metric.updatedAt.toISOString(),
})

const formulaOf = ({ metricKey, kind, formula }: MetricRow): string | null => {
  if (kind === 'input') return null
  const known = kindOf(metricKey)?.formula ?? null
  return formula ?? (known === null ? null : readableFormula(known))
}
