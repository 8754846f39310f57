import { dealMetrics, setMetric } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Metrics } from './metrics.service.ts'
import { presentMetric } from './present-metric.ts'

export const metricRoutes = ({ metrics }: { metrics: Metrics }): Route[] => [
  handle(dealMetrics, async ({ params }) => ({
    metrics: (await metrics.all(params.deal_id)).map(presentMetric),
  })),
  handle(setMetric, ({ actor, params, body: { value, label, unit }, ifMatch }) =>
    metrics.put(actor, params.deal_id, params.metric_key, { value, label, unit, seen: ifMatch }).then(presentMetric),
  ),
]
