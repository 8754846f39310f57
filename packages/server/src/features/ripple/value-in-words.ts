import type { MetricUnit } from '@deal-canvas/contract'
import { isoDay } from '../models/cell-number.ts'

const digits = (most: number) => new Intl.NumberFormat('en-US', { maximumFractionDigits: most })
const [whole, exact] = [digits(0), digits(2)]

const dollars = (size: number): string => {
  if (size >= 1e9) return `$${exact.format(size / 1e9)}B`
  if (size >= 1e6) return `$${exact.format(size / 1e6)}M`
  return `$${(size < 100 ? exact : whole).format(size)}`
}

const sizes: Record<Exclude<MetricUnit, 'date'>, (size: number) => string> = {
  currency: dollars,
  percentage_points: (size) => `${exact.format(size)}%`,
  multiple_x: (size) => `${exact.format(size)}x`,
  ratio: exact.format,
  count: exact.format,
  square_feet: (size) => `${whole.format(size)} sf`,
  months: (size) => `${exact.format(size)} mo`,
}

/** A value with its unit, as a notification says it: 5.25%, $52.4M, 2027-06-30. */
export const valueInWords = (value: number | null, unit: MetricUnit): string => {
  if (value === null) return 'unknown'
  if (unit === 'date') return isoDay(value) ?? 'unknown'
  const words = sizes[unit](Math.abs(value))
  return value < 0 && /[1-9]/.test(words) ? `−${words}` : words
}
