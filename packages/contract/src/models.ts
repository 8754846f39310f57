import { dealRole } from './access.ts'
import { dealId, dealTiers } from './deals.ts'
import { frozenReasons, metricKey } from './metrics.ts'
import { operation } from './operation.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  number,
  oneOf,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { maxFrozenCells, maxMetrics, maxMetricsOfFrozenCell } from './sizes.ts'

const tag = 'Model'
const params = model({ deal_id: dealId })

export const modelVersion = integer({
  description: 'Rises with everything that moves a number; 0: no number was ever moved.',
  examples: [3],
})

export const FrozenCells = model(
  {
    cells: list(
      model(
        {
          sheet: text({ description: 'The sheet of the workbook.', examples: ['Returns'] }),
          cell: text({ description: 'The cell, such as D14.', examples: ['C9'] }),
          reason: oneOf(frozenReasons, { description: 'Why it cannot be recalculated.' }),
          message: text({
            description: 'A sentence for a person.',
            examples: ['Returns!C9 links to another workbook.'],
          }),
          metrics: list(metricKey, {
            description: 'The metrics that depend on the cell, at most 20.',
            max: maxMetricsOfFrozenCell,
          }),
        },
        { title: 'FrozenCell' },
      ),
      { description: 'Those with the most metrics first, at most 20.', max: maxFrozenCells },
    ),
    cell_count: integer({ description: 'All frozen cells that a metric depends on.', examples: [1] }),
    metrics: list(metricKey, { description: 'All metrics that depend on a frozen cell.', max: maxMetrics }),
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
    tier: oneOf(dealTiers, { description: 'How far the model can be recalculated.' }),
    document_id: nullable(uuid({ description: 'The workbook; null: numbers by hand.' })),
    file_name: nullable(
      text({ description: 'The workbook; null: the deal has none.', examples: ['Riverside model.xlsx'] }),
    ),
    deal_type: nullable(
      text({ description: 'What kind of deal the workbook is about; null: unknown.', examples: ['cre_multifamily'] }),
    ),
    formulas: integer({ description: 'Formulas whose value the workbook has.', examples: [1_240] }),
    computed: integer({ description: 'Those that were recalculated.', examples: [1_240] }),
    agreeing: integer({ description: 'Those that came out as the workbook has them.', examples: [1_240] }),
    uncached: integer({
      description: 'Formulas for which the workbook has no value: they were calculated here and counted nowhere else.',
      examples: [0],
    }),
    frozen: nullable(described(FrozenCells, 'The cells that cannot be recalculated; null: none.')),
    overrides: list(
      model(
        {
          metric_key: metricKey,
          value: number({ description: "The value entered over the model's.", examples: [5.5] }),
          model_version: modelVersion,
          workbook_value: nullable(
            number({ description: 'What the workbook says; null: not known.', examples: [5.25] }),
          ),
          replaces_formula: boolean({ description: 'Whether the cell held a formula.', examples: [false] }),
          reason: nullable(
            text({
              description: 'Why it was applied; null: no reason was given.',
              examples: ['Broker quote of 12 November'],
            }),
          ),
          applied_by: uuid({ description: 'Who applied it.' }),
          applied_at: instant({ description: 'When it was applied.' }),
        },
        { title: 'AppliedOverride' },
      ),
      { description: 'Values that were applied over those of the workbook and not reverted, the newest first.' },
    ),
    updated_at: nullable(instant({ description: 'When the model was last changed; null: the deal has none.' })),
  },
  { title: 'DealModel' },
)
export type DealModel = Static<typeof DealModel>

export const dealModel = operation({
  id: 'dealModel',
  method: 'GET',
  path: '/api/canvas/{deal_id}/model',
  tag,
  summary: 'Show the model of a deal',
  description:
    'Answers which workbook the numbers come from, how far it is recalculated, and the overrides applied to it.',
  access: dealRole('viewer'),
  params,
  answer: DealModel,
})

export const MetricDifference = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Going-in Cap Rate'] }),
    before: nullable(number({ description: 'The value before; null: there was none.', examples: [5.25] })),
    after: nullable(number({ description: 'The value after; null: there is none.', examples: [5.4] })),
  },
  { title: 'MetricDifference' },
)
export type MetricDifference = Static<typeof MetricDifference>

export const replaceModel = operation({
  id: 'replaceModel',
  method: 'POST',
  path: '/api/canvas/{deal_id}/model',
  tag,
  summary: 'Replace the model by another workbook',
  description:
    'Takes the numbers from a workbook among the documents of the deal. Chosen cells are kept; the answer lists every number that changed and the sections that became stale.',
  access: dealRole('editor'),
  params,
  body: model(
    { document_id: uuid({ description: 'The workbook, a document of the deal.' }) },
    { title: 'ReplaceModelRequest' },
  ),
  answer: model(
    {
      model_version: modelVersion,
      tier: oneOf(dealTiers, { description: 'How far the new model can be recalculated.' }),
      differences: list(MetricDifference, { description: 'Every metric that has another value now.' }),
      stale_sections: list(text({ examples: ['executive_summary'] }), {
        description: 'Keys of the sections that cite a changed number.',
      }),
      lost: list(metricKey, {
        description:
          'Metrics that the workbook no longer has, or whose chosen cell or applied value could not be kept with it.',
      }),
    },
    { title: 'ReplaceModelResponse' },
  ),
  errors: [
    'document_not_found',
    'model_changed',
    'deal_finalized',
    'too_many_metrics',
    'model_too_costly',
    'workers_busy',
  ],
})
