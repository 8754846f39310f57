import { defaultCurrency, type MetricUnit } from '@deal-canvas/contract'
import { isoDay } from '../models/cell-number.ts'

const digits = (most: number) => new Intl.NumberFormat('en-US', { maximumFractionDigits: most })
const [whole, exact] = [digits(0), digits(2)]

/** $, €, or a code and a space that does not break. */
const signOf = (currency: string): string => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  return /[a-z]$/i.test(symbol) ? `${symbol}\u00a0` : symbol
}

const money = (size: number, currency: string): string => {
  const sign = signOf(currency)
  if (size >= 1e9) return `${sign}${exact.format(size / 1e9)}B`
  if (size >= 1e6) return `${sign}${exact.format(size / 1e6)}M`
  return `${sign}${(size < 100 ? exact : whole).format(size)}`
}

const sizes: Record<Exclude<MetricUnit, 'date'>, (size: number, currency: string) => string> = {
  currency: money,
  percentage_points: (size) => `${exact.format(size)}%`,
  multiple_x: (size) => `${exact.format(size)}x`,
  ratio: (size) => exact.format(size),
  count: (size) => exact.format(size),
  square_feet: (size) => `${whole.format(size)} sf`,
  months: (size) => `${exact.format(size)} mo`,
}

/** A value with its unit, as a notification says it: 5.25%, $52.4M, 2027-06-30. */
export const formatValue = (value: number | null, unit: MetricUnit, currency: string = defaultCurrency): string => {
  if (value === null) return 'unknown'
  if (unit === 'date') return isoDay(value) ?? 'unknown'
  const words = sizes[unit](Math.abs(value), currency)
  return value < 0 && /[1-9]/.test(words) ? `−${words}` : words
}
