import { countBelow, countUpTo } from './ranks.ts'
import type { Threshold, WatchedOutput } from './request.ts'
import { tidy } from './units.ts'

/** The probability that a number is below or above a threshold. */
export interface Probability {
  /** Such as `below_1`, or as given in the request. */
  readonly name: string
  readonly side: 'below' | 'above'
  readonly threshold: number
  readonly probability: number
  readonly standardError: number
}

/** For metrics whose kind implies what is bad: multiples of money and coverage ratios are bad below one. */
const alwaysAsked: readonly (readonly [pattern: RegExp, threshold: Threshold])[] = [
  [/(?:^|_)irr(?:_|$)/, { below: 0 }],
  [/(?:^|_)dscr(?:_|$)|_coverage$/, { below: 1 }],
  [/^(?:moic|equity_multiple)$/, { below: 1 }],
  [/(?:^|_)(?:cash_flow|npv)(?:_|$)/, { below: 0 }],
]

/**
 * The conditions whose probability is reported for an output: the requested ones, those of its kind, and being worse
 * than now.
 */
export const thresholdsOf = (
  { key, better, thresholds = [] }: WatchedOutput,
  base: number | undefined,
): readonly Threshold[] => {
  const own = alwaysAsked.flatMap(([pattern, threshold]) => (pattern.test(key) ? [threshold] : []))
  if (base === undefined) return [...thresholds, ...own]
  const worse: Threshold =
    better === 'lower'
      ? { name: 'worse_than_base', above: base }
      : { name: better === 'higher' ? 'worse_than_base' : 'below_base', below: base }
  return [...thresholds, ...own, worse]
}

/** 0.29 * 100 is 28.999999999999996, which must not count as below 29. */
const rounding = 4e-15

/** The share of sorted numbers beyond a threshold; a number equal to it is not beyond. */
export const probabilityOf = (sorted: Float64Array, threshold: Threshold): Probability => {
  const isBelow = 'below' in threshold
  const limit = isBelow ? threshold.below : threshold.above
  const margin = rounding * Math.abs(limit)
  const count = isBelow ? countBelow(sorted, limit - margin) : sorted.length - countUpTo(sorted, limit + margin)
  const probability = count / sorted.length
  const side = isBelow ? 'below' : 'above'
  return {
    name: threshold.name ?? `${side}_${tidy(limit)}`,
    side,
    threshold: tidy(limit),
    probability,
    standardError: Math.sqrt((probability * (1 - probability)) / sorted.length),
  }
}
