import type { MetricUnit, UncertainInputSetting, Uncertainty, UncertaintyDistribution } from '@deal-canvas/contract'
import { readValue, valueAsTyped } from '../../what-if/read-value.ts'

/** How far an input reaches is typed as an amount (basis points for rates) or as a share of its value, in percent. */
export type Measure = 'amount' | 'share'

export interface ChoiceDraft {
  readonly value: string
  /** In percent. */
  readonly probability: string
}

/** The uncertainty of an input as typed. */
export interface InputDraft {
  readonly key: string
  readonly label: string
  readonly unit: MetricUnit
  readonly value: number
  readonly varies: boolean
  readonly distribution: UncertaintyDistribution
  readonly measure: Measure
  readonly below: string
  readonly above: string
  readonly choices: readonly ChoiceDraft[]
  /** One observed value per line. */
  readonly history: string
}

export interface CorrelationDraft {
  readonly one: string
  readonly other: string
  readonly correlation: string
}

/** Uncertainty settings as typed. */
export interface Draft {
  readonly inputs: readonly InputDraft[]
  readonly correlations: readonly CorrelationDraft[]
}

const typed = (value: number): string => valueAsTyped(value, 'ratio')

/** Removes the noise of a multiplication. */
const clean = (value: number): number => Number(value.toPrecision(12))

/** What a typed distance counts: a date is moved by days. */
const unitOfDistance = (unit: MetricUnit): MetricUnit => (unit === 'date' ? 'count' : unit)

const isInBasisPoints = (unit: MetricUnit, measure: Measure): boolean =>
  measure === 'amount' && unit === 'percentage_points'

export const distanceAsTyped = (distance: number, unit: MetricUnit, measure: Measure): string =>
  measure === 'share' || isInBasisPoints(unit, measure)
    ? typed(clean(distance * 100))
    : valueAsTyped(distance, unitOfDistance(unit))

/** Reads how far an input reaches; undefined: not a number, or negative. */
export const readDistance = (text: string, unit: MetricUnit, measure: Measure): number | undefined => {
  const isHundredth = measure === 'share' || isInBasisPoints(unit, measure)
  const ending = measure === 'share' ? '%' : 'bp'
  const trimmed = text.trim()
  const plain = isHundredth && trimmed.endsWith(ending) ? trimmed.slice(0, -ending.length) : trimmed
  const read = readValue(plain, isHundredth ? 'ratio' : unitOfDistance(unit))
  if (read === undefined || read < 0) return undefined
  return isHundredth ? clean(read / 100) : read
}

/** Reads a percentage, 0 to 100, as a share. */
export const readShare = (text: string): number | undefined => {
  const share = readDistance(text, 'ratio', 'share')
  return share === undefined || share > 1 ? undefined : share
}

/** The typed values of a history; undefined stands for one that is not a number. */
export const readHistory = (text: string, unit: MetricUnit): (number | undefined)[] =>
  text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => readValue(line, unit))

const inputDraft = (setting: UncertainInputSetting): InputDraft => {
  const { metric_key: key, label, unit, value, varies, distribution, below, above, choices, history } = setting
  const measure = setting.is_relative ? 'share' : 'amount'
  const asTyped = (distance: number | null): string =>
    distance === null ? '' : distanceAsTyped(distance, unit, measure)
  return {
    key,
    label,
    unit,
    value,
    varies,
    distribution,
    measure,
    below: asTyped(below),
    above: asTyped(above),
    choices: (choices ?? []).map((choice) => ({
      value: valueAsTyped(choice.value, unit),
      probability: typed(clean(choice.probability * 100)),
    })),
    history: (history ?? []).map((observed) => valueAsTyped(observed, unit)).join('\n'),
  }
}

export const draftOf = ({ inputs, correlations }: Pick<Uncertainty, 'inputs' | 'correlations'>): Draft => ({
  inputs: inputs.map(inputDraft),
  correlations: correlations.map(({ one, other, correlation }) => ({ one, other, correlation: typed(correlation) })),
})

/** Whether a distribution reaches as far below its value as above: it has no ends that could differ. */
export const isEven = (distribution: UncertaintyDistribution): boolean =>
  distribution === 'normal' || distribution === 'lognormal'

/** The other distribution; discrete choices start with the value itself. */
export const withDistribution = (input: InputDraft, distribution: UncertaintyDistribution): InputDraft => ({
  ...input,
  distribution,
  below: isEven(distribution) ? input.above : input.below,
  choices:
    distribution === 'discrete' && input.choices.length === 0
      ? [{ value: valueAsTyped(input.value, input.unit), probability: '100' }]
      : input.choices,
})

/** The same distances in the other measure; what cannot be converted stays as typed. */
export const withMeasure = (input: InputDraft, measure: Measure): InputDraft => {
  const { unit, value } = input
  const converted = (text: string): string => {
    const read = readDistance(text, unit, input.measure)
    if (read === undefined || value === 0 || measure === input.measure) return text
    const size = Math.abs(value)
    return distanceAsTyped(clean(measure === 'share' ? read / size : read * size), unit, measure)
  }
  return { ...input, measure, below: converted(input.below), above: converted(input.above) }
}

export const isSpread = ({ distribution }: Pick<InputDraft, 'distribution'>): boolean =>
  distribution !== 'discrete' && distribution !== 'history'

/** The lowest and the highest value that is drawn, or nine of ten; undefined while what is typed cannot be read. */
export const rangeOf = (input: InputDraft): { low: number; high: number } | undefined => {
  const { unit, value, measure, choices } = input
  if (isSpread(input)) {
    const [below, above] = [input.below, input.above].map((text) => readDistance(text, unit, measure))
    const size = measure === 'share' ? Math.abs(value) : 1
    return below === undefined || above === undefined
      ? undefined
      : { low: clean(value - below * size), high: clean(value + above * size) }
  }
  const values =
    input.distribution === 'history'
      ? readHistory(input.history, unit)
      : choices.map((choice) => readValue(choice.value, unit))
  const known = values.filter((one) => one !== undefined)
  return known.length === 0 || known.length < values.length
    ? undefined
    : { low: Math.min(...known), high: Math.max(...known) }
}

/** The keys of the inputs that vary. */
export const varyingKeys = ({ inputs }: Pick<Draft, 'inputs'>): ReadonlySet<string> =>
  new Set(inputs.filter(({ varies }) => varies).map(({ key }) => key))

/** Whether a correlation counts: one of an input that is fixed is kept, but has no effect. */
export const isUsed = ({ one, other }: CorrelationDraft, varying: ReadonlySet<string>): boolean =>
  (one === '' || varying.has(one)) && (other === '' || varying.has(other))
