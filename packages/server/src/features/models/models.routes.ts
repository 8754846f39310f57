import { type DealModel, dealModel, replaceModel, setMetricSource } from '@deal-canvas/contract'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import { presentMetric } from '../metrics/present-metric.ts'
import type { CellChoices } from './cell-choices.service.ts'
import type { Models } from './models.service.ts'
import { presentDifference } from './present-difference.ts'

export const modelRoutes = ({ models, cellChoices }: { models: Models; cellChoices: CellChoices }): Route[] => [
  handle(dealModel, async ({ params }) => presentModel(await models.show(params.deal_id))),

  handlePrepared(
    replaceModel,
    ({ params, body, signal }) => models.buildNamed(params.deal_id, body.document_id, signal),
    async ({ actor, params }, built) => {
      const { version, tier, differences, staleSections, lost } = await models.replace(actor, params.deal_id, built)
      return {
        model_version: version,
        tier,
        differences: differences.map(presentDifference),
        stale_sections: staleSections,
        lost,
      }
    },
  ),

  handlePrepared(
    setMetricSource,
    ({ params, body: { document_id, sheet, cell, scale }, ifMatch, signal }) =>
      cellChoices.try(
        params.deal_id,
        { metricKey: params.metric_key, documentId: document_id, sheet, cell, scale, seen: ifMatch },
        signal,
      ),
    async ({ actor, params }, tried) => presentMetric(await cellChoices.choose(actor, params.deal_id, tried)),
  ),
]

const presentModel = ({ row, tier, overrides }: Awaited<ReturnType<Models['show']>>): DealModel => ({
  model_version: row?.version ?? 0,
  tier,
  document_id: row?.documentId ?? null,
  file_name: row?.fileName ?? null,
  deal_type: row?.dealType ?? null,
  formulas: row?.formulas ?? 0,
  computed: row?.computed ?? 0,
  agreeing: row?.agreeing ?? 0,
  overrides: overrides.map(({ metricKey, value, version, appliedBy, appliedAt }) => ({
    metric_key: metricKey,
    value,
    model_version: version,
    applied_by: appliedBy,
    applied_at: appliedAt.toISOString(),
  })),
  updated_at: row?.updatedAt.toISOString() ?? null,
})
