import {
  changeCustomMetric,
  createCustomMetric,
  type DealModel,
  dealModel,
  deleteCustomMetric,
  previewModel,
  replaceModel,
  setMetricSource,
} from '@deal-canvas/contract'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import type { MetricRow, Metrics } from '../metrics/index.ts'
import { isComputed, presentMetric } from '../metrics/index.ts'
import type { CellChoices } from './cell-choices.service.ts'
import type { CustomMetrics } from './custom-metrics.service.ts'
import type { Models } from './models.service.ts'
import { presentDifference } from './present-difference.ts'
import type { PreviewModel } from './preview-model.ts'

interface Services {
  models: Models
  cellChoices: CellChoices
  customMetrics: CustomMetrics
  metrics: Pick<Metrics, 'all' | 'provenanceFacts'>
  preview: PreviewModel
}

export const modelRoutes = ({ models, cellChoices, customMetrics, metrics, preview }: Services): Route[] => [
  handle(dealModel, async ({ params }) => {
    const [model, rows] = await Promise.all([models.show(params.deal_id), metrics.all(params.deal_id)])
    return presentModel(model, rows)
  }),

  handlePrepared(
    replaceModel,
    ({ params, body, signal }) => models.buildNamed(params.deal_id, body.document_id, signal),
    async ({ actor, params, body }, built) => {
      const named = { ...built, seen: body.model_version }
      const { version, tier, differences, staleSections, lost } = await models.replace(actor, params.deal_id, named)
      return {
        model_version: version,
        tier,
        differences: differences.map(presentDifference),
        stale_sections: staleSections,
        lost,
      }
    },
  ),

  handle(previewModel, ({ params, body, signal }) => preview(params.deal_id, body.document_id, signal)),

  handlePrepared(
    setMetricSource,
    ({ params, body: { document_id, sheet, cell, scale }, ifMatch, signal }) =>
      cellChoices.try(
        params.deal_id,
        { metricKey: params.metric_key, documentId: document_id, sheet, cell, scale, seen: ifMatch },
        signal,
      ),
    async ({ actor, params }, tried) => {
      const row = await cellChoices.choose(actor, params.deal_id, tried)
      return presentMetric(row, await metrics.provenanceFacts(params.deal_id))
    },
  ),

  handlePrepared(
    createCustomMetric,
    ({ params, body: { label, unit, sheet, cell, scale }, signal }) =>
      customMetrics.tryNew(params.deal_id, { label, unit, sheet, cell, scale }, signal),
    async ({ actor, params }, tried) => {
      const row = await customMetrics.add(actor, params.deal_id, tried)
      return presentMetric(row, await metrics.provenanceFacts(params.deal_id))
    },
  ),

  handlePrepared(
    changeCustomMetric,
    ({ params, body: { label, unit }, ifMatch, signal }) =>
      customMetrics.tryChange(params.deal_id, params.metric_key, { label, unit }, ifMatch, signal),
    async ({ actor, params }, tried) => {
      const row = await customMetrics.change(actor, params.deal_id, tried)
      return presentMetric(row, await metrics.provenanceFacts(params.deal_id))
    },
  ),

  handlePrepared(
    deleteCustomMetric,
    ({ params, ifMatch, signal }) => customMetrics.tryRemoval(params.deal_id, params.metric_key, ifMatch, signal),
    ({ actor, params }, tried) => customMetrics.remove(actor, params.deal_id, tried),
  ),
]

const presentModel = (
  { row, tier, overrides }: Awaited<ReturnType<Models['show']>>,
  metrics: readonly MetricRow[],
): DealModel => ({
  model_version: row?.version ?? 0,
  tier,
  document_id: row?.documentId ?? null,
  file_name: row?.fileName ?? null,
  deal_type: row?.dealType ?? null,
  formulas: row?.formulas ?? 0,
  computed: row?.computed ?? 0,
  agreeing: row?.agreeing ?? 0,
  uncached: row?.uncached ?? 0,
  frozen: row?.frozen ?? null,
  overrides: overrides.map(({ metricKey, value, version, workbookValue, reason, appliedBy, appliedAt }) => ({
    metric_key: metricKey,
    value,
    model_version: version,
    workbook_value: workbookValue,
    replaces_formula: metrics.some((metric) => metric.metricKey === metricKey && isComputed(metric, tier)),
    reason,
    applied_by: appliedBy,
    applied_at: appliedAt.toISOString(),
  })),
  updated_at: row?.updatedAt.toISOString() ?? null,
})
