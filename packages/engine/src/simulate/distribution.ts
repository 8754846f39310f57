import { simulationMessages as messages } from '../messages/simulation.ts'
import { exp, log, logOfOneMore } from './elementary.ts'
import { normalAt, normalBelow } from './normal-law.ts'
import { createPertLaw } from './pert-law.ts'
import { percentileOf } from './summary.ts'

/**
 * The distribution of an input. `min` and `max` truncate it: values beyond them never occur, and the rest is drawn more
 * often. A `floor` and a `ceiling` clamp values that would pass them, so that the median is unchanged: an occupancy of
 * 98 % with a range of 3 points is never above 100 %, and half of its trials are still below 98 %.
 */
export type Distribution = {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly floor?: number | undefined
  readonly ceiling?: number | undefined
  /** Values are multiples of it: 1 for whole numbers. */
  readonly step?: number | undefined
} & (
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  /** By its own mean and deviation, not by those of its logarithm. */
  | { readonly kind: 'lognormal'; readonly mean: number; readonly deviation: number }
  | { readonly kind: 'uniform'; readonly low: number; readonly high: number }
  | { readonly kind: 'triangular'; readonly low: number; readonly mode: number; readonly high: number }
  /** As the triangular one, with most of its weight near the mode. */
  | { readonly kind: 'pert'; readonly low: number; readonly mode: number; readonly high: number }
  /** One of a few numbers: with weights as often as these say, else half of the draws are the likely one. */
  | {
      readonly kind: 'discrete'
      readonly likely: number
      readonly choices: readonly number[]
      /** One for each choice; only their proportions count. */
      readonly weights?: readonly number[] | undefined
    }
  /** As often as it was observed: every number between two neighboring observations is equally likely. */
  | { readonly kind: 'history'; readonly observed: readonly number[] }
)

export type DistributionKind = Distribution['kind']

/** The value of a quantile. */
export type Quantile = (share: number) => number

interface Shape {
  /** The share of values below the given one. */
  below(value: number): number
  /** The value below which a share lies. */
  at(share: number): number
}

interface Bounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

const within =
  ({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Bounds, quantile: Quantile): Quantile =>
  (share) =>
    Math.min(max, Math.max(min, quantile(share)))

const cutOff = ({ below, at }: Shape, { min, max }: Bounds): Quantile => {
  const from = min === undefined ? 0 : below(min)
  const to = max === undefined ? 1 : below(max)
  // If no part of it lies between the bounds, only the nearer bound can occur.
  if (!(to > from)) return () => at(0.5)
  // Far out in a tail a share rounds to 0 or 1, where the value would be infinite or NaN.
  return (share) => at(Math.min(1 - 2 ** -53, Math.max(Number.MIN_VALUE, from + share * (to - from))))
}

const normal = (mean: number, deviation: number, bounds: Bounds): Quantile => {
  const { min, max } = bounds
  // Shares close to 1 have few digits, those close to 0 have all: the upper tail is drawn as the mirror image of the
  // lower one.
  if (min !== undefined && min > mean) {
    const mirrored = normal(-mean, deviation, { min: max === undefined ? undefined : -max, max: -min })
    return (share) => -mirrored(1 - share)
  }
  return cutOff(
    { below: (x) => normalBelow((x - mean) / deviation), at: (share) => mean + deviation * normalAt(share) },
    bounds,
  )
}

const lognormal = (mean: number, deviation: number, { min, max }: Bounds): Quantile => {
  if (max !== undefined && max <= 0) return () => max
  const ratio = deviation / mean
  const spread = logOfOneMore(ratio * ratio)
  const inner = normal(log(mean) - spread / 2, Math.sqrt(spread), {
    min: min === undefined || min <= 0 ? undefined : log(min),
    max: max === undefined ? undefined : log(max),
  })
  return (share) => exp(inner(share))
}

const triangular = (low: number, mode: number, high: number): Shape => {
  const [width, rise, fall] = [high - low, mode - low, high - mode]
  const turn = rise / width
  return {
    below: (x) => {
      if (x <= low) return 0
      if (x >= high) return 1
      return x < mode ? ((x - low) * (x - low)) / (width * rise) : 1 - ((high - x) * (high - x)) / (width * fall)
    },
    at: (share) =>
      share < turn ? low + Math.sqrt(share * width * rise) : high - Math.sqrt((1 - share) * width * fall),
  }
}

const pert = (low: number, mode: number, high: number): Shape => {
  const width = high - low
  const { below, at } = createPertLaw(1 + (4 * (mode - low)) / width)
  return { below: (x) => below((x - low) / width), at: (share) => low + width * at(share) }
}

const uniform = (low: number, high: number): Shape => ({
  below: (x) => Math.min(1, Math.max(0, (x - low) / (high - low))),
  at: (share) => low + share * (high - low),
})

/** The weight of each choice. Without weights the likely one has as much as all others together. */
const weightsOf = ({ likely, choices, weights }: Extract<Distribution, { kind: 'discrete' }>): Map<number, number> => {
  const found = new Map<number, number>()
  const distinct = new Set(choices).size
  choices.forEach((choice, n) => {
    if (weights !== undefined) found.set(choice, (found.get(choice) ?? 0) + (weights[n] ?? 0))
    else found.set(choice, choice === likely ? Math.max(1, distinct - 1) : 1)
  })
  return found
}

/** From the smallest choice to the largest, so that a larger share never gives a smaller value. */
const discrete = (given: Extract<Distribution, { kind: 'discrete' }>): Quantile => {
  const choices = [...weightsOf(given)].filter(([, weight]) => weight > 0).sort(([a], [b]) => a - b)
  const values = choices.map(([value]) => value)
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  const ends: number[] = []
  for (const [, weight] of choices) ends.push((ends.at(-1) ?? 0) + weight / total)
  const last = values.length - 1
  return (share) => {
    let [from, to] = [0, last]
    while (from < to) {
      const middle = (from + to) >> 1
      if (share < (ends[middle] ?? 1)) to = middle
      else from = middle + 1
    }
    return values[from] ?? given.likely
  }
}

const history = (observed: readonly number[]): Quantile => {
  const sorted = Float64Array.from(observed).sort()
  return (share) => percentileOf(sorted, share)
}

const objectionToChoices = ({
  likely,
  choices,
  weights,
}: Extract<Distribution, { kind: 'discrete' }>): string | undefined => {
  if (!choices.every(Number.isFinite) || !choices.includes(likely)) return messages.discrete()
  if (weights === undefined) return undefined
  const isSound = weights.length === choices.length && weights.every((weight) => weight >= 0 && Number.isFinite(weight))
  return isSound && weights.some((weight) => weight > 0) ? undefined : messages.weights()
}

/** What is wrong with a distribution, as text; undefined if nothing. */
export const objectionTo = (distribution: Distribution): string | undefined => {
  const numbers = Object.values(distribution).filter((value) => typeof value === 'number')
  if (!numbers.every(Number.isFinite)) return messages.finiteParameters()
  const { min, max } = distribution
  if (min !== undefined && max !== undefined && min > max) return messages.bounds()
  if (distribution.step !== undefined && !(distribution.step > 0)) return messages.step()
  switch (distribution.kind) {
    case 'normal':
      return distribution.deviation < 0 ? messages.deviation() : undefined
    case 'lognormal':
      if (distribution.mean <= 0) return messages.lognormalMean()
      return distribution.deviation < 0 ? messages.deviation() : undefined
    case 'uniform':
      return distribution.low > distribution.high ? messages.lowAboveHigh() : undefined
    case 'discrete':
      return objectionToChoices(distribution)
    case 'history':
      return distribution.observed.length > 1 && distribution.observed.every(Number.isFinite)
        ? undefined
        : messages.history()
    default: {
      const { low, mode, high } = distribution
      return low > mode || mode > high ? messages.mode() : undefined
    }
  }
}

const quantileOf = (distribution: Distribution): Quantile => {
  switch (distribution.kind) {
    case 'normal':
    case 'lognormal': {
      const { kind, mean, deviation } = distribution
      if (deviation === 0) return () => mean
      return (kind === 'normal' ? normal : lognormal)(mean, deviation, distribution)
    }
    case 'uniform': {
      const { low, high } = distribution
      return low === high ? () => low : cutOff(uniform(low, high), distribution)
    }
    case 'triangular':
    case 'pert': {
      const { kind, low, mode, high } = distribution
      if (low === high) return () => low
      return cutOff((kind === 'pert' ? pert : triangular)(low, mode, high), distribution)
    }
    case 'discrete':
      return discrete(distribution)
    case 'history':
      return history(distribution.observed)
  }
}

const onSteps = (step: number | undefined, quantile: Quantile): Quantile =>
  step === undefined ? quantile : (share) => Math.round(quantile(share) / step) * step + 0

/** Creates a function that converts a share between 0 and 1 into a value, truncated at the bounds. */
export const createQuantile = (distribution: Distribution): Quantile => {
  const { step, floor, ceiling } = distribution
  const cut = within(distribution, quantileOf(distribution))
  return within({ min: floor, max: ceiling }, onSteps(step, cut))
}
