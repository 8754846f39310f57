import { dealRole } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { dealId } from './deals.ts'
import { metricKey, metricUnits } from './metrics.ts'
import { modelVersion } from './models.ts'
import { operation } from './operation.ts'
import { distributionKinds, Histogram, InvalidTrials, TornadoBar } from './preview-events.ts'
import { scenarioId } from './scenario-id.ts'
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
import {
  defaultTrials,
  maxChoices,
  maxGivenMetricKeyLength,
  maxHistoryValues,
  maxInputCorrelations,
  maxMetrics,
  maxSimulatedScenarios,
  maxThresholds,
  maxTrials,
  maxUncertaintyVersions,
  maxVaryingInputs,
  minTrials,
} from './sizes.ts'

const tag = 'Scenarios'

export const uncertaintyDistributions = [...distributionKinds, 'discrete', 'history'] as const
export type UncertaintyDistribution = (typeof uncertaintyDistributions)[number]

const bounded = { minimum: -1e15, maximum: 1e15 }
const distance = (side: string) =>
  number({
    minimum: 0,
    maximum: 1e15,
    description: `How far it reaches ${side} its value. Normal and lognormal distributions have nine of ten values within both.`,
    examples: [0.75],
  })

const Choice = model(
  {
    value: number({ description: 'In the unit of the metric.', ...bounded, examples: [5] }),
    probability: number({ description: 'How likely it is, 0 to 1.', minimum: 0, maximum: 1, examples: [0.25] }),
  },
  { title: 'UncertaintyChoice' },
)

const choices = list(Choice, {
  max: maxChoices,
  description: 'For `discrete`: the values and their probabilities, which add up to 1.',
})
const history = list(number(bounded), {
  max: maxHistoryValues,
  description: 'For `history`: observed values, at least two. Draws lie between the lowest and the highest of them.',
  examples: [[2.1, 3.4, -0.8, 2.9]],
})
const distribution = oneOf(uncertaintyDistributions, {
  description:
    'The shape: around the value of the scenario, or `discrete` choices, or `history`: as often as it was observed.',
})
const isRelative = boolean({
  description: 'Whether `below` and `above` are shares of the value (0.05 is 5 %) instead of amounts in its unit.',
})

/** The uncertainty of one input. Fields that its distribution does not use are ignored. */
export const InputUncertainty = model(
  {
    metric_key: text({
      description: 'The key of an input.',
      min: 1,
      max: maxGivenMetricKeyLength,
      examples: ['exit_cap_rate_pct'],
    }),
    distribution,
    below: optional(distance('below')),
    above: optional(distance('above')),
    is_relative: optional(isRelative),
    choices: optional(choices),
    history: optional(history),
  },
  { title: 'InputUncertainty' },
)
export type InputUncertainty = Static<typeof InputUncertainty>

export const UncertaintyCorrelation = model(
  {
    one: described(metricKey, 'The key of one varying input.'),
    other: described(metricKey, 'The key of the other.'),
    correlation: number({ description: 'The rank correlation, -1 to 1.', minimum: -1, maximum: 1, examples: [0.5] }),
  },
  { title: 'UncertaintyCorrelation' },
)
export type UncertaintyCorrelation = Static<typeof UncertaintyCorrelation>

export const UncertainInputSetting = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Exit Cap Rate'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.' }),
    value: number({ description: 'Its value in the scenario.', examples: [5.5] }),
    varies: boolean({
      description: 'Whether it varies in simulations. If not, the other fields are what it would get by default.',
    }),
    distribution,
    below: nullable(distance('below')),
    above: nullable(distance('above')),
    is_relative: isRelative,
    choices: nullable(choices),
    history: nullable(history),
    low: number({ description: 'The lowest value drawn; for unbounded distributions the 5th percentile.' }),
    high: number({ description: 'The highest value drawn; for unbounded distributions the 95th percentile.' }),
  },
  { title: 'UncertainInputSetting' },
)
export type UncertainInputSetting = Static<typeof UncertainInputSetting>

const UncertaintyVersion = model(
  {
    version: integer({ description: 'The version.', examples: [2] }),
    saved_by: nullable(text({ description: 'Who saved it; null: unknown.', examples: ['Priya Nair'] })),
    saved_at: instant({ description: 'When it was saved.' }),
    is_reset: boolean({ description: 'Whether the settings were reset.' }),
  },
  { title: 'UncertaintyVersion' },
)

/** The uncertainty settings of a scenario. */
export const Uncertainty = model(
  {
    scenario_id: scenarioId,
    source: oneOf(['scenario', 'deal', 'default'], {
      description:
        'Whose settings these are: of this scenario; of the deal (those of `base`), because the scenario has none; or the defaults by kind of metric.',
    }),
    version: integer({
      description: 'Rises with each change of the settings of this scenario; 0: none were saved. Send it as If-Match.',
      examples: [1],
    }),
    can_edit: boolean({ description: 'Whether the caller may change them.' }),
    inputs: list(UncertainInputSetting, {
      description: 'Every input of the model that can vary, those that do first.',
      max: maxMetrics,
    }),
    correlations: list(UncertaintyCorrelation, {
      description: 'How varying inputs go together, by ranks.',
      max: maxInputCorrelations,
    }),
    versions: list(UncertaintyVersion, {
      description: 'Earlier versions that can be shown, the newest first.',
      max: maxUncertaintyVersions,
    }),
  },
  { title: 'Uncertainty' },
)
export type Uncertainty = Static<typeof Uncertainty>

const one = model({ deal_id: dealId, scenario_id: scenarioId })

export const showUncertainty = operation({
  id: 'showUncertainty',
  method: 'GET',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}/uncertainty',
  tag,
  summary: 'Show what is uncertain in a scenario',
  description:
    'Shows the ranges, distributions and correlations with which a scenario is simulated. Those of `base` are the settings of the deal; other scenarios use them unless they have their own. Without any, ranges follow from the kind of metric: prices and signed terms are fixed.',
  access: dealRole('viewer'),
  params: one,
  query: model({
    version: optional(
      integer({ minimum: 1, description: 'Shows an earlier version of the settings of this scenario.', examples: [1] }),
    ),
  }),
  answer: Uncertainty,
  errors: ['scenario_not_found', 'uncertainty_version_not_found', 'no_model', 'model_too_costly', 'workers_busy'],
})

export const saveUncertainty = operation({
  id: 'saveUncertainty',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}/uncertainty',
  tag,
  summary: 'Save what is uncertain in a scenario',
  description:
    'Replaces the uncertainty settings of a scenario; inputs that are not listed do not vary. Settings of `base` and of shared scenarios are for editors, those of a private one for its author. Correlations that contradict one another are 422. A stale If-Match is 409.',
  access: dealRole('commenter'),
  params: one,
  body: model(
    {
      inputs: list(InputUncertainty, { max: maxVaryingInputs, description: 'The inputs that vary, each once.' }),
      correlations: optional(
        list(UncertaintyCorrelation, {
          max: maxInputCorrelations,
          description: 'Pairs that are not listed are independent.',
        }),
      ),
    },
    { title: 'SaveUncertaintyRequest' },
  ),
  answer: Uncertainty,
  ifMatch: 'required',
  errors: [
    'scenario_not_found',
    'scenario_read_only',
    'no_model',
    'model_too_costly',
    'workers_busy',
    'deal_finalized',
  ],
})

export const resetUncertainty = operation({
  id: 'resetUncertainty',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/scenarios/{scenario_id}/uncertainty',
  tag,
  summary: 'Reset what is uncertain in a scenario',
  description:
    'Removes the settings of a scenario, which then uses those of the deal; those of `base` become the defaults. Earlier versions can still be shown. A stale If-Match is 409.',
  access: dealRole('commenter'),
  params: one,
  ifMatch: 'required',
  errors: ['scenario_not_found', 'scenario_read_only', 'deal_finalized'],
})

const share = (description: string) => number({ description, minimum: 0, maximum: 1, examples: [0.32] })

export const ScenarioProbability = model(
  {
    threshold_id: uuid({ description: 'The hurdle or covenant.' }),
    metric_key: metricKey,
    probability_of_breach: nullable(share('How likely it is to be breached; null: its metric was never a number.')),
    standard_error: nullable(share('The standard error of the probability; null: there is none.')),
    value: nullable(number({ description: 'The metric without uncertainty; null: not a number.', examples: [1.27] })),
  },
  { title: 'ScenarioProbability' },
)
export type ScenarioProbability = Static<typeof ScenarioProbability>

export const SimulatedOutput = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Levered IRR'] }),
    unit: oneOf(metricUnits, { description: 'The unit of the metric.' }),
    value: nullable(number({ description: 'The metric without uncertainty; null: not a number.', examples: [15.7] })),
    p5: number({ description: 'The 5th percentile.' }),
    p10: number({ description: 'The 10th percentile.' }),
    p50: number({ description: 'The median.' }),
    p90: number({ description: 'The 90th percentile.' }),
    p95: number({ description: 'The 95th percentile.' }),
    mean: number({ description: 'The mean.' }),
    stdev: number({ description: 'The standard deviation.' }),
    converged: boolean({ description: 'Whether more trials would hardly change the percentiles.' }),
    histogram: Histogram,
    invalid: described(InvalidTrials, 'Trials in which it was not a number, and why.'),
    tornado: list(TornadoBar, {
      description: 'Its value with one input alone at its P10 or P90 and all others as in the scenario; longest first.',
      max: maxVaryingInputs,
    }),
  },
  { title: 'SimulatedOutput' },
)
export type SimulatedOutput = Static<typeof SimulatedOutput>

export const SimulatedScenario = model(
  {
    scenario_id: scenarioId,
    version: integer({ description: 'The version of the scenario that was simulated.', examples: [1] }),
    uncertainty_source: oneOf(['scenario', 'deal', 'default'], {
      description: 'Whose uncertainty settings were used.',
    }),
    uncertainty_version: integer({
      description: 'The version of these settings; 0 for the defaults.',
      examples: [1],
    }),
    error: nullable(text({ description: 'Why it could not be simulated; null: it was.' })),
    samples: integer({ description: 'How many trials the result rests on.', examples: [10_000] }),
    requested_samples: integer({ description: 'How many trials were asked for.', examples: [10_000] }),
    inputs: integer({ description: 'How many inputs vary.', examples: [8] }),
    probabilities: list(ScenarioProbability, {
      description: 'How likely each hurdle and covenant of the deal is to be breached.',
      max: maxThresholds,
    }),
    outputs: list(SimulatedOutput, {
      description: 'The metrics that vary, in the order of the metrics of the deal.',
      max: maxMetrics,
    }),
  },
  { title: 'SimulatedScenario' },
)
export type SimulatedScenario = Static<typeof SimulatedScenario>

export const simulateScenarios = operation({
  id: 'simulateScenarios',
  method: 'POST',
  path: '/api/canvas/{deal_id}/scenarios/simulate',
  tag,
  summary: 'Simulate scenarios',
  description: `Simulates up to ${maxSimulatedScenarios} scenarios with their uncertainty settings and streams one \`scenario\` after another, then \`done\`. All have the same seed, so that the same trial draws the same luck in each. Nothing is changed.`,
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  body: model(
    {
      scenario_ids: list(scenarioId, {
        min: 1,
        max: maxSimulatedScenarios,
        description: 'The scenarios, each once.',
        examples: [['base']],
      }),
      samples: optional(
        integer({ minimum: minTrials, maximum: maxTrials, default: defaultTrials, description: 'Trials a scenario.' }),
      ),
      seed: optional(
        integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The same seed gives the same numbers; unless given it follows from the deal and its model.',
          examples: [1],
        }),
      ),
    },
    { title: 'SimulateScenariosRequest' },
  ),
  answer: text(),
  mediaType: 'text/event-stream',
  events: {
    start: model(
      {
        model_version: modelVersion,
        currency: oneOf(currencyCodes, { description: 'ISO 4217.', examples: ['USD'] }),
        seed: integer({ description: 'The seed of all scenarios.', examples: [1] }),
      },
      { title: 'ScenarioSimulationStart' },
    ),
    scenario: SimulatedScenario,
    done: model(
      { duration_ms: integer({ description: 'How long it took, in milliseconds.' }) },
      { title: 'ScenarioSimulationDone' },
    ),
  },
  idempotent: false,
  errors: ['scenario_not_found', 'no_model', 'model_too_costly', 'workers_busy', 'rate_limited'],
})
