import { defaultCurrency } from '../currencies.ts'
import type { MetricUnit } from '../metrics.ts'
import { formatSerialDate } from './dates.ts'
import { moneyFormatter } from './money.ts'
import { fixed, formatNumber, withSign } from './numbers.ts'

/** Formats an absolute value. */
const sizeFormatters: Record<Exclude<MetricUnit, 'date'>, (size: number, currency: string) => string> = {
  currency: (size, currency) => moneyFormatter([size], currency)(size),
  percentage_points: (size) => `${fixed(size, size < 10 ? 2 : 1)}%`,
  multiple_x: (size) => `${fixed(size, 2)}x`,
  ratio: (size) => fixed(size, 2),
  count: formatNumber,
  square_feet: (size) => `${fixed(size, 0)} sf`,
  months: (size) => `${formatNumber(size)} mo`,
}

/** True if values of this unit can be formatted: a newer service may have further units. */
export const isMetricUnit = (unit: string): unit is MetricUnit => unit === 'date' || Object.hasOwn(sizeFormatters, unit)

/** 18.2%, 2.21x, $52.40M: a value with its unit. */
export const formatMetric = (value: number, unit: MetricUnit, currency: string = defaultCurrency): string =>
  unit === 'date' ? formatSerialDate(value) : withSign(value, sizeFormatters[unit](Math.abs(value), currency))

/** −369 bp, +$4.70M: how far a value moved. */
export const formatChange = (delta: number, unit: MetricUnit, currency: string = defaultCurrency): string => {
  const size = Math.abs(delta)
  if (unit === 'date') return withSign(delta, `${fixed(size, 0)} d`, '+')
  // A change of a rate is quoted in basis points; otherwise it would be read as a share of the rate.
  if (unit === 'percentage_points') return withSign(delta, `${fixed(size * 100, 0)} bp`, '+')
  return withSign(delta, sizeFormatters[unit](size, currency), '+')
}

/** −20.3%: a change relative to the previous value. */
export const formatPercentChange = (percent: number): string =>
  withSign(percent, `${fixed(Math.abs(percent), 1)}%`, '+')
