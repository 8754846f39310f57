import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricKey } from './metrics.ts'
import { MetricDifference, modelVersion } from './models.ts'
import { operation } from './operation.ts'
import {
  DeterministicView,
  distributionKinds,
  PreviewProgress,
  ProbabilisticView,
  RipplePreview,
} from './preview-events.ts'
import { scenarioId } from './scenario-id.ts'
import {
  boolean,
  described,
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
import {
  defaultTrials,
  maxChanges,
  maxCorrelations,
  maxGivenMetricKeyLength,
  maxGoalSeekSolutions,
  maxRationaleLength,
  maxThresholds,
  maxTokenLength,
  maxTrials,
  maxUncertainMetrics,
  minTrials,
} from './sizes.ts'

const tag = 'Ripple'
const params = model({ deal_id: dealId })

const anyKey = text({
  description: 'The key of the metric.',
  min: 1,
  max: maxGivenMetricKeyLength,
  examples: ['exit_cap_rate_pct'],
})
const newValue = number({
  description: 'In the unit of the metric: dollars, percentage points for rates.',
  examples: [5.5],
})
const distribution = oneOf(distributionKinds, { description: 'PERT unless given.' })
const spread = number({
  minimum: 0,
  maximum: 10,
  description:
    'How far it reaches either way, as a share of the value: 0.2 is 20 %. Unless given it follows from the kind of metric: cap rates ± 50 to 75 bp, growth ± 100 bp, rents ± 5 %; prices and signed terms are fixed unless they are the metric that is changed.',
  examples: [0.2],
})

export const SimulationRequest = model(
  {
    samples: optional(
      integer({
        minimum: minTrials,
        maximum: maxTrials,
        default: defaultTrials,
        description:
          'Trials. A model that is too expensive for so many gets fewer, by its number of formulas and not by the clock; `samples`, `requested_samples` and `degraded` in the answer say so.',
      }),
    ),
    seed: optional(
      integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'The same seed gives the same numbers; unless given it follows from deal, model, metric and value.',
        examples: [1],
      }),
    ),
    distribution: optional(distribution),
    spread: optional(spread),
    uncertain: optional(
      list(
        model(
          { metric_key: anyKey, distribution: optional(distribution), spread: optional(spread) },
          { title: 'UncertainInput' },
        ),
        {
          max: maxUncertainMetrics,
          description: 'Further metrics that are not sure, each around its present value.',
          examples: [[{ metric_key: 'interest_rate_pct', spread: 0.1 }]],
        },
      ),
    ),
    correlations: optional(
      list(
        model(
          {
            one: described(anyKey, 'The key of one uncertain metric.'),
            other: described(anyKey, 'The key of the other.'),
            correlation: number({
              description: 'The rank correlation, -1 to 1.',
              minimum: -1,
              maximum: 1,
              examples: [0.5],
            }),
          },
          { title: 'InputCorrelation' },
        ),
        {
          max: maxCorrelations,
          description: 'How uncertain metrics go together, by ranks.',
          examples: [[{ one: 'exit_cap_rate_pct', other: 'interest_rate_pct', correlation: 0.5 }]],
        },
      ),
    ),
    scenario_settings: optional(
      boolean({
        default: false,
        description:
          'Whether further metrics, their distributions and correlations are the uncertainty settings of the scenario that the memo presents. `uncertain` and `correlations` must then be absent.',
      }),
    ),
    thresholds: optional(
      list(
        model(
          {
            metric_key: anyKey,
            side: oneOf(['below', 'above'], { description: 'Which side of the value is asked about.' }),
            value: number({ description: 'The threshold, in the unit of the metric.', examples: [1.2] }),
          },
          { title: 'SimulationThreshold' },
        ),
        {
          max: maxThresholds,
          description:
            'Limits such as a covenant: how likely a metric is to end up beyond one stands in its `probability_of`, as `below_1.2`. Unless given, the hurdles and covenants of the deal are used, each with the side on which it is breached.',
          examples: [[{ metric_key: 'dscr', side: 'below', value: 1.2 }]],
        },
      ),
    ),
  },
  { title: 'SimulationRequest' },
)
export type SimulationRequest = Static<typeof SimulationRequest>

export const ripplePreview = operation({
  id: 'ripplePreview',
  method: 'POST',
  path: '/api/canvas/{deal_id}/ripple/preview',
  tag,
  summary: 'Preview what another value would do',
  description:
    'Runs a what-if through the model and streams `progress`, then `ripple_preview` with the token to apply it. With a simulation `deterministic_view` comes before it and `probabilistic_view` after it. Nothing is changed; two previews at once per person, further ones wait.',
  access: dealRole('viewer'),
  params,
  body: model(
    {
      metric_key: optional(anyKey),
      new_value: optional(newValue),
      changes: optional(
        list(model({ metric_key: anyKey, new_value: newValue }, { title: 'PreviewChange' }), {
          min: 1,
          max: maxChanges,
          description:
            'Several metrics that change at once, each once. With `metric_key` and `new_value` as well, those are the first of them.',
          examples: [[{ metric_key: 'exit_cap_rate_pct', new_value: 6 }]],
        }),
      ),
      probabilistic: optional(boolean({ description: 'Whether to simulate as well.', default: false })),
      simulation: optional(described(SimulationRequest, 'How to simulate.')),
    },
    {
      title: 'RipplePreviewRequest',
      description: 'Either `metric_key` and `new_value`, or `changes`.',
      requiredUnless: { given: 'changes', fields: ['metric_key', 'new_value'] },
    },
  ),
  answer: text(),
  mediaType: 'text/event-stream',
  events: {
    progress: PreviewProgress,
    deterministic_view: DeterministicView,
    probabilistic_view: ProbabilisticView,
    ripple_preview: RipplePreview,
  },
  idempotent: false,
  errors: ['rate_limited', 'model_too_costly', 'workers_busy'],
})

export const rippleApply = operation({
  id: 'rippleApply',
  method: 'POST',
  path: '/api/canvas/{deal_id}/ripple/apply',
  tag,
  summary: 'Apply a preview',
  description:
    'Applies a preview, once, as an override over the model, which can be reverted. 409 where the model changed since, the preview expired or was applied, or the model computes the metric.',
  access: dealRole('editor'),
  params,
  body: model(
    {
      preview_token: text({ description: 'The token of the preview.', min: 1, max: maxTokenLength }),
      reason: optional(
        text({
          min: 1,
          max: maxRationaleLength,
          description: 'Shown with the number.',
          examples: ['Broker quote of 12 November'],
        }),
      ),
      confirm: optional(
        boolean({ default: false, description: 'Applies a value that the preview warned of as `value_questionable`.' }),
      ),
    },
    { title: 'RippleApplyRequest' },
  ),
  answer: model(
    {
      applied: boolean({
        description:
          'True: the override is applied. False: the organization requires approval, and it was proposed instead.',
        examples: [true],
      }),
      proposal_id: optional(uuid({ description: 'The proposed scenario; absent if the override is applied.' })),
      model_version: modelVersion,
      changes: list(MetricDifference, { description: 'Every metric that has another value now.' }),
      stale_sections: list(text({ examples: ['executive_summary'] }), {
        description: 'Keys of the sections that cite a changed number.',
      }),
    },
    { title: 'RippleApplyResponse' },
  ),
  errors: [
    'model_changed',
    'preview_applied',
    'preview_expired',
    'deal_finalized',
    'metric_is_computed',
    'confirmation_required',
    'too_many_scenarios',
    'model_too_costly',
    'workers_busy',
  ],
})

export const rippleRevert = operation({
  id: 'rippleRevert',
  method: 'POST',
  path: '/api/canvas/{deal_id}/ripple/revert',
  tag,
  summary: 'Revert an override',
  description:
    'Reverts the newest override, or the override of one metric. The numbers return exactly to what they were.',
  access: dealRole('editor'),
  params,
  body: model({ metric_key: optional(metricKey) }, { title: 'RippleRevertRequest' }),
  bodyOptional: true,
  answer: model(
    {
      reverted: boolean({ description: 'True: the override is reverted.', examples: [true] }),
      metric_key: metricKey,
      model_version: modelVersion,
      changes: list(MetricDifference, { description: 'Every metric that has another value now.' }),
      stale_sections: list(text({ examples: ['executive_summary'] }), {
        description: 'Keys of the sections that cite a changed number.',
      }),
    },
    { title: 'RippleRevertResponse' },
  ),
  errors: ['nothing_to_revert', 'model_changed', 'deal_finalized', 'model_too_costly', 'workers_busy'],
})

export const goalSeekReasons = [
  'does_not_depend',
  'not_a_number',
  'out_of_reach',
  'jumps_over',
  'whole_numbers_only',
  'cut_short',
] as const

const GoalSeekPoint = model(
  {
    input_value: number({ description: 'The value of the input.', examples: [4.85] }),
    metric_value: number({ description: 'The value that the metric then has.', examples: [18] }),
  },
  { title: 'GoalSeekPoint' },
)

export const goalSeek = operation({
  id: 'goalSeek',
  method: 'POST',
  path: '/api/canvas/{deal_id}/goal-seek',
  tag,
  summary: 'Find the input value that reaches a target',
  description:
    'Searches the value of one input that gives a metric its target. Nothing is changed; if there is no solution, `nearest` and `reason` explain why.',
  access: dealRole('viewer'),
  params,
  body: model(
    {
      metric_key: anyKey,
      target: number({ description: 'In the unit of the metric.', examples: [18] }),
      input: text({
        min: 1,
        max: maxGivenMetricKeyLength,
        description: 'The metric key of the input.',
        examples: ['exit_cap_rate_pct'],
      }),
      scenario_id: optional(
        described(scenarioId, 'The scenario whose numbers it starts from; unless given, those of the memo.'),
      ),
      from: optional(number({ description: 'Where to search; around the present value unless given.', examples: [3] })),
      to: optional(number({ description: 'The end of the range to search.', examples: [9] })),
    },
    { title: 'GoalSeekRequest' },
  ),
  answer: model(
    {
      metric_key: metricKey,
      input: described(metricKey, 'The key of the input.'),
      target: number({ description: 'The target that was asked for.', examples: [18] }),
      from: number({ description: 'The start of the range that was searched.', examples: [3] }),
      to: number({ description: 'The end of the range that was searched.', examples: [9] }),
      solutions: list(GoalSeekPoint, {
        max: maxGoalSeekSolutions,
        description: 'The nearest to the present value of the input first; empty: there is none, see `reason`.',
      }),
      nearest: nullable(described(GoalSeekPoint, 'The nearest point if there is no solution; null otherwise.')),
      reason: nullable(
        oneOf(goalSeekReasons, {
          description:
            '`cut_short`: the model is too large to search all of the range; there may be further solutions.',
          examples: ['out_of_reach'],
        }),
      ),
    },
    { title: 'GoalSeekResult' },
  ),
  idempotent: false,
  errors: ['scenario_not_found', 'no_model', 'model_too_costly', 'workers_busy', 'rate_limited'],
})
