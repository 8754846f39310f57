import { dealMetrics, setMetric } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Metrics } from './metrics.service.ts'
import { presentMetric } from './present-metric.ts'

export const metricRoutes = ({ metrics }: { metrics: Metrics }): Route[] => [
  handle(dealMetrics, async ({ params }) => {
    const [rows, facts] = await Promise.all([metrics.all(params.deal_id), metrics.provenanceFacts(params.deal_id)])
    return { metrics: rows.map((row) => presentMetric(row, facts)), currency: facts.currency }
  }),
  handle(setMetric, async ({ actor, params, body: { value, label, unit }, ifMatch }) => {
    const entered = { value, label, unit, seen: ifMatch }
    const row = await metrics.put(actor, params.deal_id, params.metric_key, entered)
    return presentMetric(row, await metrics.provenanceFacts(params.deal_id))
  }),
]
