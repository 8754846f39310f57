import type { MetricUnit } from '../metrics.ts'
import { formatMetric } from './metric.ts'
import { currencySign, moneyFormatter } from './money.ts'
import { fixed, withSign } from './numbers.ts'

const maxDecimals = 4

/** The fewest decimals that show every value exactly, within limits. */
const decimalsFor = (sizes: readonly number[], min: number): number => {
  for (let decimals = min; decimals < maxDecimals; decimals++)
    if (sizes.every((size) => Math.abs(size - Number(size.toFixed(decimals))) < 1e-9)) return decimals
  return maxDecimals
}

const exactMoney = (sizes: readonly number[], currency: string): ((size: number) => string) => {
  const short = moneyFormatter(sizes, currency)
  if (new Set(sizes.map(short)).size === new Set(sizes).size) return short
  return (size) => `${currencySign(currency)}${fixed(size, decimalsFor(sizes, 0))}`
}

interface SeriesOptions {
  currency?: string
  /** Whether to show values exactly, such as those that a person chose. */
  isExact?: boolean
}

/** Creates the formatter of values that stand side by side: all with the same scale and decimals. */
export const metricFormatter = (
  values: readonly number[],
  unit: MetricUnit,
  { currency = 'USD', isExact = false }: SeriesOptions = {},
): ((value: number) => string) => {
  const sizes = values.map(Math.abs)
  const signed =
    (format: (size: number) => string) =>
    (value: number): string =>
      withSign(value, format(Math.abs(value)))
  switch (unit) {
    case 'currency':
      return signed(isExact ? exactMoney(sizes, currency) : moneyFormatter(sizes, currency))
    case 'percentage_points': {
      const decimals = isExact ? decimalsFor(sizes, 1) : Math.max(0, ...sizes) < 10 ? 2 : 1
      return signed((size) => `${fixed(size, decimals)}%`)
    }
    case 'multiple_x': {
      const decimals = isExact ? decimalsFor(sizes, 2) : 2
      return signed((size) => `${fixed(size, decimals)}x`)
    }
    default:
      return (value) => formatMetric(value, unit, currency)
  }
}
