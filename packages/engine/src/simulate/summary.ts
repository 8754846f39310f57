import { ranksOf } from './draws.ts'

/** What many samples of one number say. */
export interface Summary {
  readonly samples: number
  /** Samples in which it was no number: a return that does not exist, a division by zero. */
  readonly invalid: number
  readonly mean: number
  readonly deviation: number
  readonly p5: number
  readonly p50: number
  readonly p95: number
  readonly standardErrors: { readonly mean: number; readonly p5: number; readonly p50: number; readonly p95: number }
  /** Whether the percentiles are known to within a hundredth of the spread. */
  readonly converged: boolean
  /** The mean of the lowest twentieth. */
  readonly tailMean: number
  readonly histogram: { readonly from: number; readonly to: number; readonly counts: readonly number[] }
}

const bins = 40

const quantileOf = (sorted: Float64Array, share: number): number => {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  const one = sorted[low] ?? Number.NaN
  const other = sorted[Math.min(low + 1, sorted.length - 1)] ?? one
  return one + (other - one) * (at - low)
}

/** By the spread between the percentiles that lie one standard deviation of the count away. */
const quantileError = (sorted: Float64Array, share: number): number => {
  const step = Math.sqrt((share * (1 - share)) / sorted.length)
  const [low, high] = [Math.max(0, share - step), Math.min(1, share + step)]
  return (quantileOf(sorted, high) - quantileOf(sorted, low)) / 2
}

const histogramOf = (sorted: Float64Array): Summary['histogram'] => {
  const from = sorted[0] ?? 0
  const to = sorted.at(-1) ?? 0
  const counts = Array.from({ length: bins }, () => 0)
  const width = (to - from) / bins
  for (const value of sorted) {
    const bin = width > 0 ? Math.min(bins - 1, Math.floor((value - from) / width)) : 0
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { from, to, counts }
}

/** Sums up; undefined: there is not one sample that is a number. */
export const summarise = (values: Float64Array): Summary | undefined => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort()
  const count = sorted.length
  if (count === 0) return undefined
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0
  const errors = {
    mean: deviation / Math.sqrt(count),
    p5: quantileError(sorted, 0.05),
    p50: quantileError(sorted, 0.5),
    p95: quantileError(sorted, 0.95),
  }
  const [p5, p50, p95] = [quantileOf(sorted, 0.05), quantileOf(sorted, 0.5), quantileOf(sorted, 0.95)]
  const tail = sorted.subarray(0, Math.max(1, Math.floor(count * 0.05)))
  return {
    samples: values.length,
    invalid: values.length - count,
    mean,
    deviation,
    p5,
    p50,
    p95,
    standardErrors: errors,
    converged: Math.max(errors.p5, errors.p50, errors.p95) <= (p95 - p5) / 100,
    tailMean: tail.reduce((sum, value) => sum + value, 0) / tail.length,
    histogram: histogramOf(sorted),
  }
}

/** The share of samples in which a number is at least as large as a threshold; samples without a number do not count. */
export const probabilityAtLeast = (values: Float64Array, threshold: number): number => {
  const valid = values.filter((value) => !Number.isNaN(value))
  return valid.length === 0 ? Number.NaN : valid.filter((value) => value >= threshold).length / valid.length
}

/** How much a number goes with an input, from −1 to 1, by ranks (Spearman). */
export const rankCorrelation = (one: Float64Array, other: Float64Array): number => {
  const places = Array.from(one, (_, n) => n).filter(
    (n) => !Number.isNaN(one[n] ?? Number.NaN) && !Number.isNaN(other[n] ?? Number.NaN),
  )
  if (places.length < 2) return 0
  const [a, b] = [one, other].map((values) => ranksOf(Float64Array.from(places, (n) => values[n] ?? 0)))
  const constant = (values: Float64Array): boolean => places.every((n) => values[n] === values[places[0] ?? 0])
  if (a === undefined || b === undefined || constant(one) || constant(other)) return 0
  const middle = (places.length - 1) / 2
  let [both, squares] = [0, 0]
  a.forEach((rank, n) => {
    both += (rank - middle) * ((b[n] ?? 0) - middle)
    squares += (rank - middle) ** 2
  })
  return both / squares
}
