import type { BodyOf, editScenario, Metric, Scenario } from '@deal-canvas/contract'

type GivenOverride = NonNullable<BodyOf<typeof editScenario>['overrides']>[number]

/** The metrics that a scenario can set: inputs with a value, not numbers that the model computes. */
export const settableInputs = (metrics: Iterable<Metric>): Metric[] =>
  [...metrics].filter(({ provenance: { origin }, value }) => ['input', 'overridden'].includes(origin) && value !== null)

const asGiven = ({ metric_key, value, reason }: Scenario['overrides'][number]): GivenOverride => ({
  metric_key,
  value,
  ...(reason === null ? {} : { reason }),
})

/** All inputs of a scenario without some of them: a change replaces the whole list. */
export const withoutInputs = ({ overrides }: Pick<Scenario, 'overrides'>, keys: readonly string[]): GivenOverride[] =>
  overrides.filter(({ metric_key: key }) => !keys.includes(key)).map(asGiven)

/** All inputs of a scenario, with a new value of one. */
export const withInput = (scenario: Pick<Scenario, 'overrides'>, given: GivenOverride): GivenOverride[] => [
  ...withoutInputs(scenario, [given.metric_key]),
  given,
]
