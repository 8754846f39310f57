import { dealRole } from './access.ts'
import { dealId, dealTiers } from './deals.ts'
import { frozenReasons, metricKey } from './metrics.ts'
import { operation } from './operation.ts'
import { boolean, instant, integer, list, model, nullable, number, oneOf, type Static, text, uuid } from './schema.ts'

const tag = 'Model'
const params = model({ deal_id: dealId })

export const modelVersion = integer({
  description: 'Rises with everything that moves a number; 0: no number was ever moved.',
  examples: [3],
})

export const FrozenCells = model(
  {
    cells: list(
      model({
        sheet: text({ examples: ['Returns'] }),
        cell: text({ examples: ['C9'] }),
        reason: oneOf(frozenReasons),
        message: text({ examples: ['Returns!C9 links to another workbook.'] }),
        metrics: list(metricKey, { description: 'The metrics that depend on the cell, at most 20.', max: 20 }),
      }),
      { description: 'Those with the most metrics first, at most 20.', max: 20 },
    ),
    cell_count: integer({ description: 'All frozen cells that a metric depends on.', examples: [1] }),
    metrics: list(metricKey, { description: 'All metrics that depend on a frozen cell.', max: 500 }),
  },
  {
    title: 'FrozenCells',
    description:
      'Cells that cannot be recalculated and keep the value of the workbook, with the metrics that depend on them. All other metrics are recalculated. null: no workbook, or it was read before this was recorded.',
  },
)
export type FrozenCells = Static<typeof FrozenCells>

export const DealModel = model(
  {
    model_version: modelVersion,
    tier: oneOf(dealTiers),
    document_id: nullable(uuid({ description: 'The workbook; null: numbers by hand.' })),
    file_name: nullable(text({ examples: ['Riverside model.xlsx'] })),
    deal_type: nullable(text({ examples: ['cre_multifamily'] })),
    formulas: integer({ description: 'Formulas whose value the workbook has.', examples: [1_240] }),
    computed: integer({ description: 'Those that were recalculated.', examples: [1_240] }),
    agreeing: integer({ description: 'Those that came out as the workbook has them.', examples: [1_240] }),
    uncached: integer({
      description: 'Formulas for which the workbook has no value: they were calculated here and counted nowhere else.',
      examples: [0],
    }),
    frozen: nullable(FrozenCells),
    overrides: list(
      model({
        metric_key: metricKey,
        value: number({ examples: [5.5] }),
        model_version: modelVersion,
        workbook_value: nullable(number({ description: 'What the workbook says; null: not known.', examples: [5.25] })),
        replaces_formula: boolean({ examples: [false] }),
        reason: nullable(text({ examples: ['Broker quote of 12 November'] })),
        applied_by: uuid(),
        applied_at: instant(),
      }),
      { description: 'Values that were applied over those of the workbook and not reverted, the newest first.' },
    ),
    updated_at: nullable(instant()),
  },
  { title: 'DealModel' },
)
export type DealModel = Static<typeof DealModel>

export const dealModel = operation({
  id: 'dealModel',
  method: 'GET',
  path: '/api/canvas/{deal_id}/model',
  tag,
  summary: 'Where the numbers of the deal come from',
  access: dealRole('viewer'),
  params,
  answer: DealModel,
})

export const MetricDifference = model({
  metric_key: metricKey,
  label: text({ examples: ['Going-in Cap Rate'] }),
  before: nullable(number({ examples: [5.25] })),
  after: nullable(number({ examples: [5.4] })),
})
export type MetricDifference = Static<typeof MetricDifference>

export const replaceModel = operation({
  id: 'replaceModel',
  method: 'POST',
  path: '/api/canvas/{deal_id}/model',
  tag,
  summary: 'Take the numbers from a document of the deal, such as a newer workbook',
  access: dealRole('editor'),
  params,
  body: model({ document_id: uuid() }),
  answer: model({
    model_version: modelVersion,
    tier: oneOf(dealTiers),
    differences: list(MetricDifference, { description: 'Every metric that has another value now.' }),
    stale_sections: list(text({ examples: ['executive_summary'] })),
    lost: list(metricKey, {
      description:
        'Metrics that the workbook no longer has, or whose chosen cell or applied value could not be kept with it.',
    }),
  }),
  errors: [
    'document_not_found',
    'model_changed',
    'deal_finalized',
    'too_many_metrics',
    'model_too_costly',
    'workers_busy',
  ],
})
