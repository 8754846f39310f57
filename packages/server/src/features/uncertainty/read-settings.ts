import type { InputUncertainty, UncertaintyCorrelation } from '@deal-canvas/contract'
import { correlationsPossible, type RankCorrelation, type Uncertainty } from '@deal-canvas/engine'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { uncertaintyMessages as messages } from '../../messages/uncertainty.ts'
import type { StoredUncertainty } from './uncertainty.store.ts'

/** Settings as they are stored. */
export interface Settings {
  inputs: StoredUncertainty[]
  correlations: RankCorrelation[]
}

interface Given {
  inputs: readonly InputUncertainty[]
  correlations: readonly UncertaintyCorrelation[]
}

type Object = (at: readonly (string | number)[], reason: string, input: unknown) => void

/** Probabilities are typed as percentages, so that thirds do not add up exactly. */
const roundingOfProbabilities = 0.001

/** Reads the settings that a person sends, or throws with what is wrong with them. */
export const readSettings = ({ inputs, correlations }: Given): Settings => {
  const objections: Objection[] = []
  const keys = new Set<string>()
  const read = inputs.map((given, n): StoredUncertainty => {
    const object: Object = (at, reason, input) =>
      void objections.push({ at: ['body', 'inputs', n, ...at], reason, input })
    if (keys.has(given.metric_key)) object(['metric_key'], messages.inputTwice(), given.metric_key)
    keys.add(given.metric_key)
    return { metricKey: given.metric_key, ...readUncertainty(given, object) }
  })
  const pairs = readCorrelations(correlations, keys, (at, reason, input) =>
    objections.push({ at: ['body', 'correlations', ...at], reason, input }),
  )
  if (objections.length > 0) throw new InvalidInput(...objections)
  return { inputs: read, correlations: pairs }
}

const readUncertainty = (given: InputUncertainty, object: Object): Uncertainty => {
  const { distribution: kind, below, above, is_relative: isRelative = false, choices = [], history = [] } = given
  switch (kind) {
    case 'discrete': {
      if (choices.length === 0) object(['choices'], messages.choicesRequired(), null)
      choices.forEach(({ value }, n) => {
        if (choices.findIndex((choice) => choice.value === value) < n)
          object(['choices', n, 'value'], messages.choiceTwice(), value)
      })
      const sum = choices.reduce((total, { probability }) => total + probability, 0)
      if (choices.length > 0 && Math.abs(sum - 1) > roundingOfProbabilities)
        object(['choices'], messages.probabilities(), sum)
      return { kind, choices: choices.map(({ value, probability }) => ({ value, probability })) }
    }
    case 'history':
      if (history.length < 2) object(['history'], messages.historyRequired(), null)
      return { kind, observed: [...history] }
    default: {
      if (below === undefined) object(['below'], messages.rangeRequired(), null)
      if (above === undefined) object(['above'], messages.rangeRequired(), null)
      const isEven = kind === 'normal' || kind === 'lognormal'
      if (isEven && below !== undefined && above !== undefined && below !== above)
        object(['above'], messages.rangeUneven(), above)
      return { kind, below: below ?? 0, above: above ?? 0, isRelative }
    }
  }
}

const readCorrelations = (
  given: readonly UncertaintyCorrelation[],
  varying: ReadonlySet<string>,
  object: Object,
): RankCorrelation[] => {
  const pairs = new Set<string>()
  given.forEach(({ one, other }, n) => {
    for (const side of ['one', 'other'] as const)
      if (!varying.has(given[n]?.[side] ?? '')) object([n, side], messages.notVarying(), given[n]?.[side])
    if (one === other) object([n, 'other'], messages.sameInput(), other)
    const pair = [one, other].sort().join(' ')
    if (pairs.has(pair)) object([n], messages.pairTwice(), { one, other })
    pairs.add(pair)
  })
  const correlations = given.map(({ one, other, correlation }) => ({ one, other, correlation }))
  if (pairs.size === given.length && !correlationsPossible(correlations)) object([], messages.contradicting(), null)
  return correlations
}
