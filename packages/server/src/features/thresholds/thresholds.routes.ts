import { createThreshold, deleteThreshold, editThreshold, thresholds as listThresholds } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { presentThreshold } from './present-threshold.ts'
import type { Thresholds } from './thresholds.service.ts'

export const thresholdRoutes = ({ thresholds }: { thresholds: Thresholds }): Route[] => [
  handle(listThresholds, async ({ params }) => {
    const { rows, modelVersion } = await thresholds.list(params.deal_id)
    return { thresholds: rows.map(presentThreshold), model_version: modelVersion }
  }),
  handle(createThreshold, async ({ actor, params, body: { metric_key: metricKey, side, value, kind, source } }) => {
    const wanted = { metricKey, side, value, kind, source: source ?? null }
    return presentThreshold(await thresholds.create(actor, params.deal_id, wanted))
  }),
  handle(editThreshold, async ({ actor, params: { deal_id, threshold_id }, body, ifMatch }) =>
    presentThreshold(await thresholds.edit(actor, deal_id, threshold_id, body, ifMatch)),
  ),
  handle(deleteThreshold, ({ actor, params: { deal_id, threshold_id }, ifMatch }) =>
    thresholds.remove(actor, deal_id, threshold_id, ifMatch),
  ),
]
