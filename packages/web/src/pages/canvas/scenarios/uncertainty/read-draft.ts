import { type BodyOf, type InputUncertainty, maxHistoryValues, type saveUncertainty } from '@deal-canvas/contract'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { readValue, valueAsTyped } from '../../what-if/read-value.ts'
import {
  type Draft,
  distanceAsTyped,
  type InputDraft,
  isSpread,
  isUsed,
  readDistance,
  readHistory,
  readShare,
  varyingKeys,
} from './draft.ts'

type SettingsBody = BodyOf<typeof saveUncertainty>

/** What is wrong, by field: "exit_cap_rate_pct below", "correlation 0 pair". */
export type Problems = ReadonlyMap<string, string>

interface ReadDraft {
  /** What is sent; undefined: something is wrong. */
  readonly body: SettingsBody | undefined
  readonly problems: Problems
}

const minHistoryValues = 2
/** Probabilities are typed as percentages, so that thirds do not add up exactly. */
const roundingOfProbabilities = 0.001

/** The sum of typed probabilities, in percent; what cannot be read counts as nothing. */
export const sumOf = ({ choices }: Pick<InputDraft, 'choices'>): string => {
  const sum = choices.reduce((total, { probability }) => total + (readShare(probability) ?? 0), 0)
  return valueAsTyped(Number((sum * 100).toFixed(4)), 'ratio')
}

type Tell = (field: string, problem: string) => void

const readSpread = (input: InputDraft, tell: Tell): Partial<InputUncertainty> => {
  const { key, unit, value, measure } = input
  const example = distanceAsTyped(measure === 'share' ? 0.05 : Math.abs(value) * 0.05, unit, measure)
  const read = (side: 'below' | 'above'): number => {
    const distance = readDistance(input[side], unit, measure)
    if (distance === undefined) tell(`${key} ${side}`, messages.distanceInvalid({ example }))
    return distance ?? 0
  }
  const [below, above] = [read('below'), read('above')] as const
  if (below === 0 && above === 0) tell(`${key} above`, messages.rangeEmpty())
  return { below, above, is_relative: measure === 'share' }
}

const readChoices = ({ key, unit, choices }: InputDraft, tell: Tell): Partial<InputUncertainty> => {
  const read = choices.map((choice, n) => {
    const value = readValue(choice.value, unit)
    const probability = readShare(choice.probability)
    if (value === undefined) tell(`${key} choice ${n}`, messages.valueInvalid())
    else if (choices.findIndex((other) => readValue(other.value, unit) === value) < n)
      tell(`${key} choice ${n}`, messages.choiceTwice())
    if (probability === undefined) tell(`${key} probability ${n}`, messages.probabilityInvalid())
    return { value: value ?? 0, probability: probability ?? 0 }
  })
  const sum = read.reduce((total, { probability }) => total + probability, 0)
  if (read.length === 0) tell(`${key} choices`, messages.choicesMissing())
  else if (Math.abs(sum - 1) > roundingOfProbabilities)
    tell(`${key} choices`, messages.sumInvalid({ sum: sumOf({ choices }) }))
  return { choices: read }
}

const readObserved = ({ key, unit, history }: InputDraft, tell: Tell): Partial<InputUncertainty> => {
  const read = readHistory(history, unit)
  const known = read.filter((value) => value !== undefined)
  if (known.length < read.length || known.length < minHistoryValues || known.length > maxHistoryValues)
    tell(`${key} history`, messages.historyInvalid({ min: minHistoryValues, max: maxHistoryValues }))
  return { history: known }
}

const readInput = (input: InputDraft, tell: Tell): InputUncertainty => {
  const { key, distribution } = input
  const read = isSpread(input) ? readSpread : distribution === 'discrete' ? readChoices : readObserved
  return { metric_key: key, distribution, ...read(input, tell) }
}

const readCorrelations = (draft: Draft, tell: Tell): NonNullable<SettingsBody['correlations']> => {
  const varying = varyingKeys(draft)
  const pairs = new Set<string>()
  return draft.correlations.flatMap((pair, n) => {
    if (!isUsed(pair, varying)) return []
    const { one, other } = pair
    const correlation = readValue(pair.correlation, 'ratio')
    const name = [one, other].sort().join(' ')
    if (one === '' || other === '' || one === other) tell(`correlation ${n} pair`, messages.pairInvalid())
    else if (pairs.has(name)) tell(`correlation ${n} pair`, messages.pairTwice())
    pairs.add(name)
    if (correlation === undefined || Math.abs(correlation) > 1)
      tell(`correlation ${n} value`, messages.correlationInvalid())
    return [{ one, other, correlation: correlation ?? 0 }]
  })
}

/** Reads what was typed, or says what is wrong with it. */
export const readDraft = (draft: Draft): ReadDraft => {
  const problems = new Map<string, string>()
  const tell: Tell = (field, problem) => {
    if (!problems.has(field)) problems.set(field, problem)
  }
  const inputs = draft.inputs.filter(({ varies }) => varies).map((input) => readInput(input, tell))
  const correlations = readCorrelations(draft, tell)
  return { body: problems.size === 0 ? { inputs, correlations } : undefined, problems }
}
