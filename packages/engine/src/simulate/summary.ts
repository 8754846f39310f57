import { tidy } from './units.ts'

/** Summary statistics of one number over many trials. */
export interface Summary {
  /** The number of trials in which it was a number. */
  readonly samples: number
  readonly mean: number
  readonly deviation: number
  readonly p5: number
  readonly p10: number
  readonly p50: number
  readonly p90: number
  readonly p95: number
  /**
   * The standard errors from the limited number of trials, as if trials were independent. Stratified trials do better,
   * so these are upper bounds.
   */
  readonly standardErrors: { readonly mean: number; readonly p5: number; readonly p50: number; readonly p95: number }
  /**
   * Whether the standard errors of the percentiles are known and within a hundredth of the spread. Never true for few
   * numbers, or if more than a few trials gave none: the rest say nothing about those.
   */
  readonly converged: boolean
  readonly histogram: Histogram
}

export interface Histogram {
  readonly from: number
  readonly to: number
  /** Bins of equal width; the first and the last also hold what lies beyond them. */
  readonly counts: readonly number[]
}

const bins = 40
/** Beyond this many spreads from the percentiles, outliers would leave all other values in one bin. */
const reach = 1.5

/** The quantile of sorted numbers, interpolated if necessary. */
export const percentileOf = (sorted: Float64Array, share: number): number => {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  const lower = sorted[low] ?? Number.NaN
  const upper = sorted[Math.min(low + 1, sorted.length - 1)] ?? lower
  return lower + (upper - lower) * (at - low)
}

/** From the spread between the percentiles one standard deviation of the count below and above. */
const percentileError = (sorted: Float64Array, share: number): number => {
  const step = Math.sqrt((share * (1 - share)) / sorted.length)
  const [low, high] = [Math.max(0, share - step), Math.min(1, share + step)]
  return (percentileOf(sorted, high) - percentileOf(sorted, low)) / 2
}

const histogramOf = (sorted: Float64Array, p5: number, p95: number): Histogram => {
  const [min, max] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const room = reach * (p95 - p5)
  const from = room > 0 ? Math.max(min, p5 - room) : min
  const to = room > 0 ? Math.min(max, p95 + room) : max
  const counts = Array.from({ length: bins }, () => 0)
  const width = (to - from) / bins
  for (let n = 0; n < sorted.length; n++) {
    const value = sorted[n] as number
    const bin = width > 0 ? Math.min(bins - 1, Math.max(0, Math.floor((value - from) / width))) : 0
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { from: tidy(from), to: tidy(to), counts }
}

/** The mean of numbers; of equal ones it is that number, to the last bit. */
export const meanOf = (values: Float64Array): number => {
  const first = values[0] ?? Number.NaN
  // Relative to the first, so that large numbers that differ little keep their digits.
  let sum = 0
  for (let n = 0; n < values.length; n++) sum += (values[n] as number) - first
  return first + sum / values.length
}

/** With fewer numbers, too few lie beyond the outer percentiles to estimate their error. */
const minTrials = 100
/** As a share of all trials. */
const maxInvalid = 0.01

const isConverged = (
  sorted: Float64Array,
  trials: number,
  { p5, p95, error }: { p5: number; p95: number; error: number },
): boolean => {
  if (sorted.length < minTrials || sorted.length < (1 - maxInvalid) * trials) return false
  // Most numbers are the same: the spread of the others is unknown, unless there are no others.
  return p95 > p5 ? error <= (p95 - p5) / 100 : sorted[0] === sorted.at(-1)
}

/** Summarizes the sorted numbers of the given number of trials; undefined if there is none. */
export const summaryOf = (sorted: Float64Array, trials: number = sorted.length): Summary | undefined => {
  const count = sorted.length
  if (count === 0) return undefined
  const mean = meanOf(sorted)
  let squares = 0
  for (let n = 0; n < count; n++) {
    const apart = (sorted[n] as number) - mean
    squares += apart * apart
  }
  const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0
  const errors = {
    mean: deviation / Math.sqrt(count),
    p5: percentileError(sorted, 0.05),
    p50: percentileError(sorted, 0.5),
    p95: percentileError(sorted, 0.95),
  }
  const [p5, p50, p95] = [percentileOf(sorted, 0.05), percentileOf(sorted, 0.5), percentileOf(sorted, 0.95)]
  return {
    samples: count,
    mean: tidy(mean),
    deviation,
    p5: tidy(p5),
    p10: tidy(percentileOf(sorted, 0.1)),
    p50: tidy(p50),
    p90: tidy(percentileOf(sorted, 0.9)),
    p95: tidy(p95),
    standardErrors: errors,
    converged: isConverged(sorted, trials, { p5, p95, error: Math.max(errors.p5, errors.p50, errors.p95) }),
    histogram: histogramOf(sorted, p5, p95),
  }
}
