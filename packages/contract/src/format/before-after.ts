import { defaultCurrency } from '../currencies.ts'
import type { MetricUnit } from '../metrics.ts'
import { formatMetric } from './metric.ts'
import { moneyFormatter } from './money.ts'
import { fixed, isZero, withSign } from './numbers.ts'

export interface MetricMove {
  readonly metric_key: string
  readonly unit: MetricUnit
  readonly before: number | null
  readonly after: number | null
}

interface FormatOptions {
  /** Text for a missing value. */
  readonly missing: string
  readonly currency?: string
}

const wordsOf = (metricKey: string): ReadonlySet<string> => new Set(metricKey.split('_'))

/** Rates are quoted to the basis point; returns, margins and shares to a tenth of a percent. */
const rateWords = ['rate', 'yield', 'interest', 'coupon', 'growth', 'fee', 'fees']

/** The difference of two rates is quoted in basis points. */
const isSpread = (metricKey: string): boolean => wordsOf(metricKey).has('spread')

const percentDecimals = (metricKey: string): number => (rateWords.some((word) => wordsOf(metricKey).has(word)) ? 2 : 1)

/** Number of decimals these values need, at most two: a headcount has none unless one value is a fraction. */
const neededDecimals = (sizes: readonly number[]): number =>
  [0, 1].find((decimals) => sizes.every((size) => Number(size.toFixed(2)) === Number(size.toFixed(decimals)))) ?? 2

const formatterOf = (
  { metric_key: key, unit }: MetricMove,
  sizes: readonly number[],
  currency: string,
): ((size: number) => string) => {
  const decimals = neededDecimals(sizes)
  switch (unit) {
    case 'currency':
      return moneyFormatter(sizes, currency)
    case 'percentage_points':
      return isSpread(key) ? (size) => `${fixed(size * 100, 0)} bp` : (size) => `${fixed(size, percentDecimals(key))}%`
    case 'count':
      return (size) => fixed(size, decimals)
    case 'months':
      return (size) => `${fixed(size, decimals)} mo`
    default:
      return (size) => formatMetric(size, unit, currency)
  }
}

/** Two values of one metric with the same scale and decimals: "10.3%" and "8.6%", never "10.3%" and "8.64%". */
export const formatBeforeAfter = (
  move: MetricMove,
  { missing, currency = defaultCurrency }: FormatOptions,
): { before: string; after: string } => {
  const { unit, before, after } = move
  const format = formatterOf(
    move,
    [before, after].flatMap((value) => (value === null ? [] : [Math.abs(value)])),
    currency,
  )
  const formatOne = (value: number | null): string => {
    if (value === null) return missing
    if (unit === 'date') return formatMetric(value, unit)
    const size = format(Math.abs(value))
    // On the scale of a far larger value, a small one would be shown as zero.
    return unit === 'currency' && value !== 0 && isZero(size)
      ? formatMetric(value, unit, currency)
      : withSign(value, size)
  }
  return { before: formatOne(before), after: formatOne(after) }
}
