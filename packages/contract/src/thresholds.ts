import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricKey, metricUnits } from './metrics.ts'
import { modelVersion } from './models.ts'
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
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { maxGivenMetricKeyLength, maxThresholdSourceLength, maxThresholds } from './sizes.ts'

const tag = 'Scenarios'

/** A hurdle is what the investor wants, a covenant what a lender requires. */
export const thresholdKinds = ['hurdle', 'covenant'] as const
export type ThresholdKind = (typeof thresholdKinds)[number]
export const thresholdSides = ['at_least', 'at_most'] as const
export type ThresholdSide = (typeof thresholdSides)[number]

const given = {
  side: oneOf(thresholdSides, { description: 'Whether the metric must be at least or at most the value.' }),
  value: number({
    description: 'The limit, in the unit of the metric.',
    minimum: -1e15,
    maximum: 1e15,
    examples: [1.25],
  }),
  kind: oneOf(thresholdKinds, { description: 'A hurdle of the investor or a covenant of a lender.' }),
  source: nullable(
    text({
      min: 1,
      max: maxThresholdSourceLength,
      description: 'Where it comes from; null: not stated.',
      examples: ['Term sheet, page 2'],
    }),
  ),
}

/** How a metric compares with a threshold. */
export const ThresholdResult = model(
  {
    threshold_id: uuid({ description: 'The threshold.' }),
    value: nullable(number({ description: 'The value of the metric; null: it has none.', examples: [1.27] })),
    headroom: nullable(
      number({
        description:
          'How far the metric is from the limit, in its unit: negative if the threshold is breached; null: the metric has no value.',
        examples: [0.02],
      }),
    ),
    is_breached: nullable(boolean({ description: 'Whether it is breached; null: the metric has no value.' })),
  },
  { title: 'ThresholdResult' },
)
export type ThresholdResult = Static<typeof ThresholdResult>

export const Threshold = model(
  {
    id: uuid({ description: 'The threshold.' }),
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['DSCR'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.' }),
    ...given,
    current: described(ThresholdResult, 'How the present value of the metric compares with it.'),
    version: integer({ description: 'Rises with each change; send it as If-Match.', examples: [1] }),
    updated_by: nullable(text({ description: 'Who changed it last; null: unknown.', examples: ['Daniel Reyes'] })),
    updated_at: instant({ description: 'When it was last changed.' }),
  },
  { title: 'Threshold' },
)
export type Threshold = Static<typeof Threshold>

const params = model({ deal_id: dealId })
const one = model({ deal_id: dealId, threshold_id: uuid({ description: 'The threshold.' }) })

export const thresholds = operation({
  id: 'thresholds',
  method: 'GET',
  path: '/api/canvas/{deal_id}/thresholds',
  tag,
  summary: 'List the hurdles and covenants of a deal',
  description:
    'Lists the thresholds of a deal, covenants after hurdles, with the headroom of the numbers that the memo presents.',
  access: dealRole('viewer'),
  params,
  answer: model(
    {
      thresholds: list(Threshold, { description: 'The thresholds.', max: maxThresholds }),
      model_version: modelVersion,
    },
    { title: 'ThresholdsResponse' },
  ),
})

export const createThreshold = operation({
  id: 'createThreshold',
  method: 'POST',
  path: '/api/canvas/{deal_id}/thresholds',
  tag,
  summary: 'Add a hurdle or covenant',
  description:
    'Adds a threshold for a metric of the deal. A metric has at most one limit on each side: a second one is 409 `threshold_exists`.',
  access: dealRole('editor'),
  params,
  body: model(
    {
      metric_key: text({
        description: 'The key of the metric.',
        min: 1,
        max: maxGivenMetricKeyLength,
        examples: ['dscr'],
      }),
      ...given,
      source: optional(given.source),
    },
    { title: 'CreateThresholdRequest' },
  ),
  answer: Threshold,
  status: 201,
  errors: ['threshold_exists', 'too_many_thresholds', 'deal_finalized'],
})

export const editThreshold = operation({
  id: 'editThreshold',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/thresholds/{threshold_id}',
  tag,
  summary: 'Change a hurdle or covenant',
  description: 'Changes a threshold; its metric stays. A stale If-Match is 409.',
  access: dealRole('editor'),
  params: one,
  body: model(
    {
      side: optional(given.side),
      value: optional(given.value),
      kind: optional(given.kind),
      source: optional(given.source),
    },
    { title: 'EditThresholdRequest' },
  ),
  answer: Threshold,
  ifMatch: 'required',
  errors: ['threshold_not_found', 'threshold_exists', 'deal_finalized'],
})

export const deleteThreshold = operation({
  id: 'deleteThreshold',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/thresholds/{threshold_id}',
  tag,
  summary: 'Remove a hurdle or covenant',
  description: 'Removes a threshold. A stale If-Match is 409.',
  access: dealRole('editor'),
  params: one,
  ifMatch: 'required',
  errors: ['threshold_not_found', 'deal_finalized'],
})
