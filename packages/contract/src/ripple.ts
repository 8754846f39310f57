import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricKey, type metricUnits } from './metrics.ts'
import { MetricDifference, modelVersion } from './models.ts'
import { operation } from './operation.ts'
import { boolean, integer, list, model, nullable, number, oneOf, optional, type Static, text } from './schema.ts'

const tag = 'Ripple'
const params = model({ deal_id: dealId })

export const distributionKinds = ['pert', 'triangular', 'uniform', 'normal', 'lognormal'] as const

const anyKey = text({ min: 1, max: 200, examples: ['exit_cap_rate_pct'] })
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
        minimum: 100,
        maximum: 100_000,
        default: 10_000,
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
      list(model({ metric_key: anyKey, distribution: optional(distribution), spread: optional(spread) }), {
        max: 10,
        description: 'Further metrics that are not sure, each around its present value.',
        examples: [[{ metric_key: 'interest_rate_pct', spread: 0.1 }]],
      }),
    ),
    correlations: optional(
      list(model({ one: anyKey, other: anyKey, correlation: number({ minimum: -1, maximum: 1, examples: [0.5] }) }), {
        max: 55,
        description: 'How uncertain metrics go together, by ranks.',
        examples: [[{ one: 'exit_cap_rate_pct', other: 'interest_rate_pct', correlation: 0.5 }]],
      }),
    ),
    thresholds: optional(
      list(model({ metric_key: anyKey, side: oneOf(['below', 'above']), value: number({ examples: [1.2] }) }), {
        max: 20,
        description:
          'Limits such as a covenant: how likely a metric is to end up beyond one stands in its `probability_of`, as `below_1.2`.',
        examples: [[{ metric_key: 'dscr', side: 'below', value: 1.2 }]],
      }),
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
  summary:
    'What another value would do: server-sent events `progress`; with a simulation `deterministic_view` before it and `probabilistic_view` after it; last `ripple_preview` with the token to apply it by',
  access: dealRole('viewer'),
  params,
  body: model(
    {
      metric_key: anyKey,
      new_value: number({
        description: 'In the unit of the metric: dollars, percentage points for rates.',
        examples: [5.5],
      }),
      probabilistic: optional(boolean({ default: false })),
      simulation: optional(SimulationRequest),
    },
    { title: 'RipplePreviewRequest' },
  ),
  answer: text(),
  mediaType: 'text/event-stream',
  idempotent: false,
  errors: ['rate_limited', 'model_too_costly', 'workers_busy'],
})

/** How far a preview is. */
export const previewStages = ['load', 'trace', 'recalculate', 'sections', 'simulate', 'done'] as const
export interface PreviewProgress {
  stage: (typeof previewStages)[number]
  percent: number
}

export interface PreviewMove {
  label: string
  unit: (typeof metricUnits)[number]
  before: number | null
  after: number | null
  delta: number | null
  /** Of the size before; null where that was zero. */
  delta_pct: number | null
}

/** An integrity finding that a change makes appear, or resolves. */
export interface PreviewFinding {
  check: string
  severity: 'critical' | 'high' | 'medium' | 'low'
  message: string
  sheet: string | null
  cell: string | null
}

/** An input of a computed metric; also in `inputs` of 409 `metric_is_computed`. */
export interface StrongInput {
  metric_key: string
  label: string
  /** By how many percent the metric moves when the input rises by one percent. */
  elasticity: number
}

/** The last event of a preview. */
export interface RipplePreview {
  preview_token: string
  expires_at: string
  deal_id: string
  model_version: number
  /** By the workbook's own formulas, or by those of the catalogue. */
  method: 'workbook' | 'catalogue'
  /** The metric is computed by the model: this shows what another value would do, and cannot be applied. */
  hypothetical: boolean
  /** The inputs that move a hypothetical metric most, the strongest first, at most five; goal seek finds values of them. */
  inputs?: readonly StrongInput[]
  metric: { key: string } & PreviewMove
  impacts: ({ metric_key: string; depth: number; path: string[] } & PreviewMove)[]
  sections: { section_key: string; title: string; metric_keys: string[] }[]
  /** `value_questionable` says with `suggested_value` what was probably meant; such a value is applied with `confirm` only. */
  warnings: {
    code: string
    severity: 'high' | 'medium' | 'low'
    message: string
    metric_key: string | null
    suggested_value?: number
  }[]
  /** Scores from 0 to 100, null where there is no workbook; where they differ, the findings that explain it. */
  integrity: {
    before: number | null
    after: number | null
    appeared: readonly PreviewFinding[]
    resolved: readonly PreviewFinding[]
  }
  stats: { formulas_recalculated: number; duration_ms: number }
  /** Why there is no `probabilistic_view`, where a simulation was asked for and failed. */
  simulation_error?: { code: string; detail: string }
}

/** Sent before a simulation starts: the deterministic result, which the simulation can neither delay nor lose. */
export type DeterministicView = Omit<RipplePreview, 'preview_token' | 'simulation_error'>

/** How an uncertain metric is spread: what the kind needs, and the bounds that hold it. */
export interface PreviewDistribution {
  kind: (typeof distributionKinds)[number] | 'discrete'
  /** `step`: draws are multiples of it. `floor` and `ceiling`: draws that would pass them are held there. */
  parameters: Record<string, number>
}

/** What many samples of a metric say. */
export interface SimulatedSummary {
  p5: number
  p50: number
  p95: number
  mean: number
  stdev: number
  /** Bins of the same width; the first and the last also hold what lies beyond them. */
  histogram: { from: number; to: number; counts: readonly number[] }
  standard_errors: { mean: number; p5: number; p50: number; p95: number }
  /**
   * Whether the standard errors of the percentiles are within a hundredth of the spread; false where there are fewer than
   * 100 valid trials, or where more than one in a hundred was invalid.
   */
  converged: boolean
}

export interface SimulatedMetric extends SimulatedSummary {
  /** Without uncertainty. */
  before: number | null
  after: number | null
  /** Such as `below_1`: how likely that is, from 0 to 1. */
  probability_of: Record<string, number>
  /** What the change does when all else turns out the same; null: it is never a number before and after. */
  change: (SimulatedSummary & { probability_better: number | null; probability_worse: number | null }) | null
  /** The worst twentieth: its mean, and what the uncertain metrics are in it. Null where nobody says what is worse. */
  worst: { mean: number; inputs: Record<string, { p5: number; p50: number; p95: number; usual: number }> } | null
}

export interface TornadoBar {
  metric_key: string
  /** What the uncertain metric is moved to. */
  input_p10: number
  input_p90: number
  /** What the derived metric is then, by one exact run each; null where it is no number. */
  at_p10: number | null
  at_p90: number | null
}

export interface InvalidTrials {
  total: number
  not_a_number: number
  error: number
  not_converged: number
  /** By the errors that the cells showed, such as `#DIV/0!`; without one `not_a_number` or `not_converged`. */
  reasons: Record<string, number>
}

/** Comes before `ripple_preview` where it was asked for and the deal has a formula graph. */
export interface ProbabilisticView {
  metric_key: string
  distribution: PreviewDistribution
  /** How many trials the result rests on. */
  samples: number
  requested_samples: number
  /** Whether there are fewer than requested, because the model is too expensive for that many. */
  degraded: boolean
  seed: number
  /** Whether every sample was computed, or read off between a few that were. */
  method: 'full' | 'interpolated'
  model_runs: number
  uncertain: Record<string, PreviewDistribution & { p5: number; p50: number; p95: number }>
  /** By the keys of derived metrics; those that were a number in no sample are left out. */
  metrics: Record<string, SimulatedMetric>
  /** What each derived metric goes with, the strongest first, by rank correlation. */
  drivers: Record<string, { metric_key: string; correlation: number; when_low: number; when_high: number }[]>
  /** What each derived metric is when one uncertain metric alone is at its P10 or P90 and all others are at base; longest first. */
  tornado: Record<string, TornadoBar[]>
  /** Trials in which a metric was no number, and why. */
  invalid_draws: Record<string, InvalidTrials>
  /** Computed metrics that are not in `metrics`, and why. */
  dropped: { metric_key: string; reason: 'no_valid_trial' | 'not_affected'; detail: string }[]
  duration_ms: number
}

export const rippleApply = operation({
  id: 'rippleApply',
  method: 'POST',
  path: '/api/canvas/{deal_id}/ripple/apply',
  tag,
  summary: 'Apply a preview, once; it is an override over the model and can be reverted',
  access: dealRole('editor'),
  params,
  body: model({
    preview_token: text({ min: 1, max: 200 }),
    reason: optional(
      text({ min: 1, max: 1_000, description: 'Shown with the number.', examples: ['Broker quote of 12 November'] }),
    ),
    confirm: optional(
      boolean({ default: false, description: 'Applies a value that the preview warned of as `value_questionable`.' }),
    ),
  }),
  answer: model({
    applied: boolean({ examples: [true] }),
    model_version: modelVersion,
    changes: list(MetricDifference, { description: 'Every metric that has another value now.' }),
    stale_sections: list(text({ examples: ['executive_summary'] })),
  }),
  errors: [
    'model_changed',
    'preview_applied',
    'preview_expired',
    'deal_finalized',
    'metric_is_computed',
    'confirmation_required',
    'model_too_costly',
    'workers_busy',
  ],
})

export const rippleRevert = operation({
  id: 'rippleRevert',
  method: 'POST',
  path: '/api/canvas/{deal_id}/ripple/revert',
  tag,
  summary: 'Revert the newest override, or the override of one metric',
  access: dealRole('editor'),
  params,
  body: model({ metric_key: optional(metricKey) }),
  bodyOptional: true,
  answer: model({
    reverted: boolean({ examples: [true] }),
    metric_key: metricKey,
    model_version: modelVersion,
    changes: list(MetricDifference, { description: 'Every metric that has another value now.' }),
    stale_sections: list(text({ examples: ['executive_summary'] })),
  }),
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

const GoalSeekPoint = model({
  input_value: number({ examples: [4.85] }),
  metric_value: number({ examples: [18] }),
})

export const goalSeek = operation({
  id: 'goalSeek',
  method: 'POST',
  path: '/api/canvas/{deal_id}/goal-seek',
  tag,
  summary: 'Find the value of one input that gives a metric its target; nothing is changed',
  access: dealRole('viewer'),
  params,
  body: model(
    {
      metric_key: anyKey,
      target: number({ description: 'In the unit of the metric.', examples: [18] }),
      input: text({ min: 1, max: 200, description: 'The metric key of the input.', examples: ['exit_cap_rate_pct'] }),
      from: optional(number({ description: 'Where to search; around the present value unless given.', examples: [3] })),
      to: optional(number({ examples: [9] })),
    },
    { title: 'GoalSeekRequest' },
  ),
  answer: model(
    {
      metric_key: metricKey,
      input: metricKey,
      target: number({ examples: [18] }),
      from: number({ examples: [3] }),
      to: number({ examples: [9] }),
      solutions: list(GoalSeekPoint, {
        max: 5,
        description: 'The nearest to the present value of the input first; empty: there is none, see `reason`.',
      }),
      nearest: nullable(GoalSeekPoint),
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
  errors: ['model_too_costly', 'workers_busy', 'rate_limited'],
})
