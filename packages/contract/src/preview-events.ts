import { metricKey, metricUnits } from './metrics.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
  text,
} from './schema.ts'
import { maxChanges } from './sizes.ts'

export const distributionKinds = ['pert', 'triangular', 'uniform', 'normal', 'lognormal'] as const

/** Progress of a preview. */
export const previewStages = ['load', 'trace', 'recalculate', 'sections', 'simulate', 'done'] as const
export const PreviewProgress = model(
  {
    stage: oneOf(previewStages, { description: 'The stage that begins.' }),
    percent: number({ description: 'How far the preview is, from 0 to 100.', examples: [40] }),
  },
  { title: 'PreviewProgress' },
)
export type PreviewProgress = Static<typeof PreviewProgress>

const move = {
  label: text({ description: 'The name of the metric.', examples: ['Exit Cap Rate'] }),
  unit: oneOf(metricUnits, { description: 'The unit of the metric.' }),
  before: nullable(number({ description: 'The value as it is; null: not a number.', examples: [5] })),
  after: nullable(number({ description: 'The value after the change; null: not a number.', examples: [5.5] })),
  delta: nullable(number({ description: '`after` less `before`.', examples: [0.5] })),
  delta_pct: nullable(
    number({ description: '`delta` in percent of the size of `before`; null if that is zero.', examples: [10] }),
  ),
}

export const PreviewMove = model(move, { title: 'PreviewMove' })
export type PreviewMove = Static<typeof PreviewMove>

/** An integrity finding that a change introduces or resolves. */
export const PreviewFinding = model(
  {
    check: text({ description: 'The check that found it.' }),
    severity: oneOf(['critical', 'high', 'medium', 'low'], { description: 'How serious it is.' }),
    message: text({ description: 'What was found, in a sentence.' }),
    sheet: nullable(text({ description: 'The sheet; null: the whole workbook.' })),
    cell: nullable(text({ description: 'The cell; null: the whole sheet or workbook.', examples: ['D14'] })),
  },
  { title: 'PreviewFinding' },
)
export type PreviewFinding = Static<typeof PreviewFinding>

/** An input of a computed metric; also in `inputs` of 409 `metric_is_computed`. */
export const StrongInput = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the input.' }),
    elasticity: number({
      description: 'By how many percent the metric moves when the input rises by one percent.',
      examples: [-1.2],
    }),
  },
  { title: 'StrongInput' },
)
export type StrongInput = Static<typeof StrongInput>

const score = (when: string) =>
  nullable(number({ description: `The model integrity score ${when}, 0 to 100; null if there is no workbook.` }))

const PreviewedMetric = model(
  { key: text({ description: 'The key of the metric.', examples: ['exit_cap_rate_pct'] }), ...move },
  { title: 'PreviewedMetric', description: 'A metric that is changed.' },
)

const view = {
  expires_at: instant({ description: 'Until when the preview can be applied.' }),
  deal_id: text({ description: 'The deal.', examples: ['demo-riverside'] }),
  model_version: integer({ description: 'The version of the model that the preview was computed on.' }),
  method: oneOf(['workbook', 'catalogue'], {
    description: 'By the formulas of the workbook, or by those of the metric catalogue.',
  }),
  hypothetical: boolean({
    description: 'True where the model computes the metric: the preview shows an effect and cannot be applied.',
  }),
  inputs: optional(
    list(StrongInput, {
      description: 'The inputs that move a hypothetical metric most, the strongest first, at most five.',
    }),
  ),
  metric: described(PreviewedMetric, 'The metric that is changed, the first of several.'),
  further_metrics: optional(
    list(PreviewedMetric, {
      max: maxChanges,
      description: 'The other metrics that are changed at once; absent: there is one change only.',
    }),
  ),
  impacts: list(
    model(
      {
        metric_key: metricKey,
        depth: integer({ description: 'How many steps it is away from the changed metric.' }),
        path: list(text(), { description: 'Metric keys from the changed metric to this one.' }),
        ...move,
      },
      { title: 'PreviewImpact' },
    ),
    { description: 'The other metrics that change.' },
  ),
  sections: list(
    model(
      {
        section_key: text({ description: 'The section.', examples: ['executive_summary'] }),
        title: text({ description: 'Its title.', examples: ['Executive Summary'] }),
        metric_keys: list(text(), { description: 'The changed metrics that it cites.' }),
      },
      { title: 'PreviewSection' },
    ),
    { description: 'The sections of the memo that cite a changed metric.' },
  ),
  warnings: list(
    model(
      {
        code: text({ description: 'What is warned of.', examples: ['value_questionable'] }),
        severity: oneOf(['high', 'medium', 'low'], { description: 'How serious it is.' }),
        message: text({ description: 'The warning, in a sentence.' }),
        metric_key: nullable(text({ description: 'The metric it is about; null: the preview as a whole.' })),
        suggested_value: optional(
          number({ description: 'With `value_questionable`: what was probably meant. Applying needs `confirm`.' }),
        ),
      },
      { title: 'PreviewWarning' },
    ),
    { description: 'What to consider before the change is applied.' },
  ),
  integrity: model(
    {
      before: score('as it is'),
      after: score('after the change'),
      appeared: list(PreviewFinding, { description: 'Findings that the change causes.' }),
      resolved: list(PreviewFinding, { description: 'Findings that the change resolves.' }),
    },
    { title: 'PreviewIntegrity', description: 'What the change does to the model integrity score.' },
  ),
  stats: model(
    {
      formulas_recalculated: integer({ description: 'How many formulas were recalculated.' }),
      duration_ms: number({ description: 'How long the recalculation took, in milliseconds.' }),
    },
    { title: 'PreviewStats', description: 'What the preview cost.' },
  ),
}

/** Sent before a simulation starts: the deterministic result, which the simulation can neither delay nor lose. */
export const DeterministicView = model(view, { title: 'DeterministicView' })
export type DeterministicView = Static<typeof DeterministicView>

/** The last event of a preview. */
export const RipplePreview = model(
  {
    preview_token: text({ description: 'Applies the preview, once.' }),
    ...view,
    simulation_error: optional(
      model(
        {
          code: text({ description: 'One of the codes of errors.', examples: ['workers_busy'] }),
          detail: text({ description: 'A sentence for a person.' }),
        },
        {
          title: 'SimulationError',
          description: 'Why there is no `probabilistic_view`, where a simulation was asked for and failed.',
        },
      ),
    ),
  },
  { title: 'RipplePreview' },
)
export type RipplePreview = Static<typeof RipplePreview>

const distribution = {
  kind: oneOf([...distributionKinds, 'discrete', 'history'] as const, {
    description: 'The distribution that values are drawn from.',
  }),
  parameters: map(number(), {
    description:
      'What the distribution needs. `step`: values are multiples of it. `floor` and `ceiling`: values beyond them are held there.',
  }),
}

/** The distribution of an uncertain metric. */
export const PreviewDistribution = model(distribution, { title: 'PreviewDistribution' })
export type PreviewDistribution = Static<typeof PreviewDistribution>

const percentiles = {
  p5: number({ description: 'The 5th percentile.' }),
  p50: number({ description: 'The median.' }),
  p95: number({ description: 'The 95th percentile.' }),
}

/** How often each range of values occurred. */
export const Histogram = model(
  {
    from: number({ description: 'Where the first bin starts.' }),
    to: number({ description: 'Where the last bin ends.' }),
    counts: list(integer(), { description: 'How many trials fall into each bin.' }),
  },
  {
    title: 'SimulatedHistogram',
    description: 'Bins of the same width; the first and the last also hold what lies beyond them.',
  },
)

const summary = {
  ...percentiles,
  mean: number({ description: 'The mean.' }),
  stdev: number({ description: 'The standard deviation.' }),
  histogram: Histogram,
  standard_errors: model(
    {
      mean: number({ description: 'Of the mean.' }),
      p5: number({ description: 'Of the 5th percentile.' }),
      p50: number({ description: 'Of the median.' }),
      p95: number({ description: 'Of the 95th percentile.' }),
    },
    { title: 'StandardErrors', description: 'How far the numbers may be off because trials are finite.' },
  ),
  converged: boolean({
    description:
      'Whether the standard errors of the percentiles are within a hundredth of the spread; false where there are fewer than 100 valid trials, or where more than one in a hundred was invalid.',
  }),
}

/** Simulation results of a metric over many trials. */
export const SimulatedSummary = model(summary, { title: 'SimulatedSummary' })
export type SimulatedSummary = Static<typeof SimulatedSummary>

const chance = (of: string) =>
  nullable(
    number({ description: `How likely the change makes the metric ${of}, 0 to 1; null: nobody says what is better.` }),
  )

export const SimulatedMetric = model(
  {
    ...summary,
    before: nullable(number({ description: 'The value as it is, without uncertainty.' })),
    after: nullable(number({ description: 'The value after the change, without uncertainty.' })),
    probability_of: map(number(), { description: 'How likely each threshold is passed, 0 to 1, such as `below_1`.' }),
    change: nullable(
      model(
        { ...summary, probability_better: chance('better'), probability_worse: chance('worse') },
        {
          title: 'SimulatedChange',
          description:
            'What the change does when all else turns out the same; null: it is never a number before and after.',
        },
      ),
    ),
    worst: nullable(
      model(
        {
          mean: number({ description: 'The mean of the metric in the worst twentieth.' }),
          inputs: map(
            model(
              { ...percentiles, usual: number({ description: 'The median over all trials.' }) },
              { title: 'WorstInput' },
            ),
            { description: 'What the uncertain metrics are in the worst twentieth, by metric key.' },
          ),
        },
        {
          title: 'WorstTrials',
          description: 'The worst twentieth of the trials; null if neither direction is worse.',
        },
      ),
    ),
  },
  { title: 'SimulatedMetric' },
)
export type SimulatedMetric = Static<typeof SimulatedMetric>

export const TornadoBar = model(
  {
    metric_key: metricKey,
    input_p10: number({ description: 'The 10th percentile of the uncertain metric.' }),
    input_p90: number({ description: 'The 90th percentile of the uncertain metric.' }),
    at_p10: nullable(number({ description: 'The derived metric with the input at its P10; null: not a number.' })),
    at_p90: nullable(number({ description: 'The derived metric with the input at its P90; null: not a number.' })),
  },
  { title: 'TornadoBar' },
)
export type TornadoBar = Static<typeof TornadoBar>

export const InvalidTrials = model(
  {
    total: integer({ description: 'How many trials gave no number.' }),
    not_a_number: integer({ description: 'How many because the cell held no number.' }),
    error: integer({ description: 'How many because the cell showed an error.' }),
    not_converged: integer({ description: 'How many because a calculation did not converge.' }),
    reasons: map(integer(), {
      description: 'By the error that the cell showed, such as `#DIV/0!`; else `not_a_number` or `not_converged`.',
    }),
  },
  { title: 'InvalidTrials' },
)
export type InvalidTrials = Static<typeof InvalidTrials>

/** Sent before `ripple_preview` if it was requested and the deal has a formula graph. */
export const ProbabilisticView = model(
  {
    metric_key: metricKey,
    distribution: described(PreviewDistribution, 'How the changed metric is spread around its new value.'),
    samples: integer({ description: 'How many trials the result rests on.', examples: [10_000] }),
    requested_samples: integer({ description: 'How many trials were asked for.', examples: [10_000] }),
    degraded: boolean({
      description: 'Whether there are fewer trials than requested, because the model is too expensive for that many.',
    }),
    seed: integer({ description: 'The same seed gives the same numbers.', examples: [1] }),
    method: oneOf(['full', 'interpolated'], {
      description: 'Whether every trial was computed, or interpolated between a few that were.',
    }),
    model_runs: integer({ description: 'How often the model was computed.' }),
    uncertain: map(model({ ...distribution, ...percentiles }, { title: 'UncertainMetric' }), {
      description: 'Every metric that varies, by its key.',
    }),
    metrics: map(SimulatedMetric, {
      description: 'Derived metrics by their keys; those that were a number in no trial are left out.',
    }),
    drivers: map(
      list(
        model(
          {
            metric_key: metricKey,
            correlation: number({ description: 'The rank correlation, -1 to 1.' }),
            when_low: number({ description: 'The mean of the derived metric where this input is low.' }),
            when_high: number({ description: 'The mean of the derived metric where this input is high.' }),
          },
          { title: 'SimulationDriver' },
        ),
      ),
      { description: 'What each derived metric is correlated with, by its key, the strongest first.' },
    ),
    tornado: map(list(TornadoBar), {
      description:
        'What each derived metric is when one uncertain metric alone is at its P10 or P90 and all others are at base; longest first.',
    }),
    invalid_draws: map(InvalidTrials, { description: 'Trials in which a metric was not a number, and why.' }),
    dropped: list(
      model(
        {
          metric_key: metricKey,
          reason: oneOf(['no_valid_trial', 'not_affected'], { description: 'Why it is not in `metrics`.' }),
          detail: text({ description: 'The same in a sentence.' }),
        },
        { title: 'DroppedMetric' },
      ),
      { description: 'Computed metrics that are not in `metrics`.' },
    ),
    duration_ms: integer({ description: 'How long the simulation took, in milliseconds.' }),
  },
  { title: 'ProbabilisticView' },
)
export type ProbabilisticView = Static<typeof ProbabilisticView>
