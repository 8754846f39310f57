import { betaBelow } from '../numeric/beta.ts'
import { betaInverse } from '../numeric/distributions.ts'
import { normalCumulative, normalInverse } from '../numeric/normal.ts'

/** How an input is spread. Bounds cut it off, and what lies beyond them never occurs. */
export type Distribution = { readonly min?: number | undefined; readonly max?: number | undefined } & (
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  /** By its own mean and deviation, not by those of its logarithm. */
  | { readonly kind: 'lognormal'; readonly mean: number; readonly deviation: number }
  | { readonly kind: 'uniform'; readonly low: number; readonly high: number }
  | { readonly kind: 'triangular'; readonly low: number; readonly mode: number; readonly high: number }
  /** As the triangular one, with most of its weight near the mode. */
  | { readonly kind: 'pert'; readonly low: number; readonly mode: number; readonly high: number }
)

interface Shape {
  /** The share of values below one. */
  below(value: number): number
  /** The value below which a share lies. */
  at(share: number): number
}

const constant = (value: number): Shape => ({ below: (x) => (x < value ? 0 : 1), at: () => value })

const normal = (mean: number, deviation: number): Shape => ({
  below: (x) => normalCumulative((x - mean) / deviation),
  at: (share) => mean + deviation * normalInverse(share),
})

const lognormal = (mean: number, deviation: number): Shape => {
  const spread = Math.log1p((deviation / mean) ** 2)
  const inner = normal(Math.log(mean) - spread / 2, Math.sqrt(spread))
  return { below: (x) => (x <= 0 ? 0 : inner.below(Math.log(x))), at: (share) => Math.exp(inner.at(share)) }
}

const triangular = (low: number, mode: number, high: number): Shape => {
  const [width, rise, fall] = [high - low, mode - low, high - mode]
  const turn = rise / width
  return {
    below: (x) => {
      if (x <= low) return 0
      if (x >= high) return 1
      return x < mode ? (x - low) ** 2 / (width * rise) : 1 - (high - x) ** 2 / (width * fall)
    },
    at: (share) =>
      share < turn ? low + Math.sqrt(share * width * rise) : high - Math.sqrt((1 - share) * width * fall),
  }
}

const pert = (low: number, mode: number, high: number): Shape => {
  const width = high - low
  const [a, b] = [1 + (4 * (mode - low)) / width, 1 + (4 * (high - mode)) / width]
  return {
    below: (x) => (x <= low ? 0 : x >= high ? 1 : betaBelow((x - low) / width, a, b)),
    at: (share) => low + width * (betaInverse(share, a, b) ?? 0.5),
  }
}

const shapeOf = (distribution: Distribution): Shape => {
  switch (distribution.kind) {
    case 'normal':
      return distribution.deviation === 0
        ? constant(distribution.mean)
        : normal(distribution.mean, distribution.deviation)
    case 'lognormal':
      return distribution.deviation === 0
        ? constant(distribution.mean)
        : lognormal(distribution.mean, distribution.deviation)
    case 'uniform': {
      const { low, high } = distribution
      if (low === high) return constant(low)
      return {
        below: (x) => Math.min(1, Math.max(0, (x - low) / (high - low))),
        at: (share) => low + share * (high - low),
      }
    }
    case 'triangular':
    case 'pert': {
      const { low, mode, high } = distribution
      if (low === high) return constant(low)
      return distribution.kind === 'pert' ? pert(low, mode, high) : triangular(low, mode, high)
    }
  }
}

/** What is wrong with a distribution, in words; undefined: nothing. */
export const objectionTo = (distribution: Distribution): string | undefined => {
  const numbers = Object.values(distribution).filter((value) => typeof value === 'number')
  if (!numbers.every(Number.isFinite)) return 'All parameters of a distribution are finite numbers'
  const { min, max } = distribution
  if (min !== undefined && max !== undefined && min > max) return 'The lower bound lies above the upper one'
  switch (distribution.kind) {
    case 'normal':
      return distribution.deviation < 0 ? 'A deviation is not negative' : undefined
    case 'lognormal':
      if (distribution.mean <= 0) return 'A lognormal distribution has a mean above zero'
      return distribution.deviation < 0 ? 'A deviation is not negative' : undefined
    case 'uniform':
      return distribution.low > distribution.high ? 'The low end lies above the high one' : undefined
    default: {
      const { low, mode, high } = distribution
      return low > mode || mode > high ? 'The mode lies between the low and the high end' : undefined
    }
  }
}

/** Makes the function that turns a share between 0 and 1 into a value, cut off at the bounds. */
export const createQuantile = (distribution: Distribution): ((share: number) => number) => {
  const { min, max } = distribution
  const { below, at } = shapeOf(distribution)
  const from = min === undefined ? 0 : below(min)
  const to = max === undefined ? 1 : below(max)
  const clamp = (value: number): number =>
    Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, value))
  // Where nothing of it lies between the bounds, the nearer bound is all that can occur.
  if (!(to > from)) return () => clamp(at(0.5))
  // Far out in a tail a share rounds to 0 or 1, where a value would be infinite or none.
  return (share) => clamp(at(Math.min(1 - 2 ** -53, Math.max(Number.MIN_VALUE, from + share * (to - from)))))
}
