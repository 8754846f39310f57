import type { MetricUnit } from '@deal-canvas/contract'
import { formatMetric } from './format-metric.ts'

interface Move {
  readonly metric_key: string
  readonly unit: MetricUnit
  readonly before: number | null
  readonly after: number | null
}

const minus = '\u2212'

const withDecimals = (decimals: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
const formats = [withDecimals(0), withDecimals(1), withDecimals(2)]
const fixed = (size: number, decimals: number): string => (formats[decimals] ?? withDecimals(decimals)).format(size)

const words = (metricKey: string): ReadonlySet<string> => new Set(metricKey.split('_'))

/** Rates are quoted to the basis point; returns, margins and shares to a tenth of a percent. */
const rateWords = ['rate', 'yield', 'interest', 'coupon', 'growth', 'fee', 'fees']

/** A difference of two rates is quoted in basis points. */
const isSpread = (metricKey: string): boolean => words(metricKey).has('spread')

const percentDecimals = (metricKey: string): number => (rateWords.some((word) => words(metricKey).has(word)) ? 2 : 1)

/** Decimals that these values need, at most two: a headcount has none until one of them is a fraction. */
const neededDecimals = (sizes: readonly number[]): number =>
  [0, 1].find((decimals) => sizes.every((size) => Number(size.toFixed(2)) === Number(size.toFixed(decimals)))) ?? 2

const formatDollars = (sizes: readonly number[]): ((size: number) => string) => {
  const largest = Math.max(...sizes)
  if (largest >= 999_950_000) return (size) => `$${fixed(size / 1e9, 2)}B`
  if (largest >= 99_950_000) return (size) => `$${fixed(size / 1e6, 1)}M`
  if (largest >= 999_500) return (size) => `$${fixed(size / 1e6, 2)}M`
  const cents = largest < 100 && sizes.some((size) => !Number.isInteger(size)) ? 2 : 0
  return (size) => `$${fixed(size, cents)}`
}

const formatterOf = (metricKey: string, unit: MetricUnit, sizes: readonly number[]): ((size: number) => string) => {
  const decimals = neededDecimals(sizes)
  switch (unit) {
    case 'currency':
      return formatDollars(sizes)
    case 'percentage_points':
      return isSpread(metricKey)
        ? (size) => `${fixed(size * 100, 0)} bp`
        : (size) => `${fixed(size, percentDecimals(metricKey))}%`
    case 'count':
      return (size) => fixed(size, decimals)
    case 'months':
      return (size) => `${fixed(size, decimals)} mo`
    default:
      return (size) => formatMetric(size, unit)
  }
}

const isZero = (formatted: string): boolean => !/[1-9]/.test(formatted)

/** Two values of one metric with the same scale and the same decimals: "10.3%" and "8.6%", never "10.3%" and "8.64%". */
export const formatBeforeAfter = ({
  metric_key: key,
  unit,
  before,
  after,
}: Move): { before: string; after: string } => {
  const known = [before, after].filter((value) => value !== null)
  const alone = (value: number | null) => formatMetric(value, unit)
  if (unit === 'date' || known.length === 0) return { before: alone(before), after: alone(after) }
  const format = formatterOf(key, unit, known.map(Math.abs))
  const signed = (value: number | null): string => {
    if (value === null) return alone(value)
    const size = format(Math.abs(value))
    // On the scale of a far larger value, a small one would be shown as nothing.
    if (unit === 'currency' && value !== 0 && isZero(size)) return alone(value)
    return value < 0 && !isZero(size) ? `${minus}${size}` : size
  }
  return { before: signed(before), after: signed(after) }
}
