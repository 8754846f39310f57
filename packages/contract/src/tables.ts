import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricKey, metricUnits } from './metrics.ts'
import { modelVersion } from './models.ts'
import { operation } from './operation.ts'
import { scenarioId } from './scenario-id.ts'
import { described, integer, list, model, nullable, number, oneOf, optional, type Static, text } from './schema.ts'
import { maxGivenMetricKeyLength, maxTableValues } from './sizes.ts'

const anyKey = text({
  description: 'The key of the metric.',
  min: 1,
  max: maxGivenMetricKeyLength,
  examples: ['exit_cap_rate_pct'],
})

const GivenAxis = model(
  {
    metric_key: described(anyKey, 'The key of an input.'),
    values: optional(
      list(number({ minimum: -1e15, maximum: 1e15 }), {
        min: 1,
        max: maxTableValues,
        description:
          'The values it takes, in its unit, each once. Unless given, even steps around the present value by the kind of metric: a cap rate ± 75 bp.',
        examples: [[4.75, 5, 5.25, 5.5, 5.75]],
      }),
    ),
  },
  { title: 'TwoWayTableInput' },
)

const Axis = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Exit Cap Rate'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.' }),
    base: number({ description: 'The present value of the input.', examples: [5.5] }),
    values: list(number(), { description: 'The values it takes in the table, in ascending order.' }),
  },
  { title: 'TwoWayTableAxis' },
)

export const TwoWayTable = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Levered IRR'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.' }),
    base: number({ description: 'The present value of the metric.', examples: [15.7] }),
    model_version: modelVersion,
    rows: described(Axis, 'The input that changes from row to row.'),
    columns: described(Axis, 'The input that changes from column to column.'),
  },
  { title: 'TwoWayTable' },
)
export type TwoWayTable = Static<typeof TwoWayTable>

export const TwoWayTableRow = model(
  {
    row: integer({ description: 'The index of the row, from 0.', minimum: 0, examples: [0] }),
    values: list(nullable(number()), {
      description: 'The value of the metric in each column; null: not a number there.',
      examples: [[16, 17.7, 19.4]],
    }),
    break_even: nullable(
      number({
        description:
          'The value of the column input at which the metric reaches the target in this row, the nearest to the present one; null: none, or no target.',
        examples: [2.4],
      }),
    ),
  },
  { title: 'TwoWayTableRow' },
)
export type TwoWayTableRow = Static<typeof TwoWayTableRow>

export const TwoWayTableDone = model(
  {
    recalculations: integer({ description: 'How often the model was recalculated.', examples: [56] }),
    duration_ms: integer({ description: 'How long that took, in milliseconds.', examples: [400] }),
  },
  { title: 'TwoWayTableDone' },
)
export type TwoWayTableDone = Static<typeof TwoWayTableDone>

export const twoWayTable = operation({
  id: 'twoWayTable',
  method: 'POST',
  path: '/api/canvas/{deal_id}/tables/two-way',
  tag: 'Ripple',
  summary: 'Compute a metric for each pair of values of two inputs',
  description:
    'Streams `table` with the axes, then a `row` for each value of the first input, and `done` at the end. Nothing is changed. Two tables at once per person, further ones wait.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  body: model(
    {
      metric_key: described(anyKey, 'The key of the metric in the cells.'),
      rows: described(GivenAxis, 'The input that changes from row to row.'),
      columns: described(GivenAxis, 'The input that changes from column to column.'),
      scenario_id: optional(
        described(scenarioId, 'The scenario whose numbers it starts from; unless given, those of the memo.'),
      ),
      target: optional(
        number({
          minimum: -1e15,
          maximum: 1e15,
          description: 'With a target, each row also states the value of the column input that reaches it.',
          examples: [14],
        }),
      ),
    },
    { title: 'TwoWayTableRequest' },
  ),
  answer: text(),
  mediaType: 'text/event-stream',
  events: { table: TwoWayTable, row: TwoWayTableRow, done: TwoWayTableDone },
  idempotent: false,
  errors: ['rate_limited', 'scenario_not_found', 'no_model', 'model_too_costly', 'workers_busy'],
})
