import { daysTo1904, partsFromSerial } from '@deal-canvas/workbook-reader'
import type { MetricKind } from './catalogue/metric-kind.ts'
import type { NumberLook } from './number-look.ts'

/** The number of a cell in the unit of a metric. */
export interface MetricValue {
  /** A date in ISO 8601, otherwise a number: the raw number times the scale. */
  readonly value: number | string
  readonly scale: number
  /** How well the number fits the metric, 0 to 1. */
  readonly fit: number
}

interface Given {
  readonly raw: number
  readonly look: NumberLook
  /** What the label, the cells next to it and the number format say about the unit. */
  readonly said: string
  /** The multiplier of amounts. */
  readonly amounts: number
  /** Whether the workbook has the 1904 date system. */
  readonly date1904: boolean
}

const isYears = /\b(?:years?|yrs?)\b/i
const isMonths = /\b(?:months?|mos?)\b/i
/** Usually stated in years, unless specified otherwise. */
const inYears = new Set(['hold_period_months', 'amortization_months', 'walt_months'])
/** Whether it is stated per unit, square foot, share or customer: never in thousands. */
export const isPerPiece = (metricKey: string): boolean =>
  /per_unit|per_share|share_price|psf|per_sf|^(?:arpa|eps|adr|revpar|tariff)$/.test(metricKey)

const goesWith: Record<MetricKind['unit'], readonly NumberLook[]> = {
  currency: ['currency', 'plain'],
  percentage_points: ['percent', 'plain'],
  multiple_x: ['multiple', 'plain'],
  ratio: ['multiple', 'plain'],
  count: ['plain'],
  square_feet: ['plain'],
  months: ['plain'],
  date: ['date'],
}

const scaleOf = (kind: MetricKind, { raw, look, said, amounts }: Given): { scale: number; fit: number } => {
  if (kind.unit === 'currency') {
    const scale = isPerPiece(kind.key) ? 1 : amounts
    // Many models show costs and outflows as negative numbers; the catalog has them positive.
    return { scale: kind.sign === 'positive' && raw < 0 ? -scale : scale, fit: 1 }
  }
  if (kind.unit === 'percentage_points') {
    if (look === 'percent') return { scale: 100, fit: 1 }
    if (/\bbps\b/i.test(said)) return { scale: 0.01, fit: 1 }
    return Math.abs(raw) <= 1 ? { scale: 100, fit: 0.95 } : { scale: 1, fit: 0.9 }
  }
  if (kind.unit === 'months') {
    if (isYears.test(said)) return { scale: 12, fit: 1 }
    if (isMonths.test(said)) return { scale: 1, fit: 1 }
    return inYears.has(kind.key) && raw <= 40 ? { scale: 12, fit: 0.85 } : { scale: 1, fit: 0.95 }
  }
  if (kind.key === 'shares_outstanding') return { scale: raw < maxInMillions ? amounts : 1, fit: 1 }
  return { scale: 1, fit: 1 }
}

/** Share counts follow the unit of the amounts, unless there are this many. */
const maxInMillions = 1e6

const maxTimes = 30

/** A multiple shown as 265 %, and years shown as dollars: formats that were copied from other cells. */
const isLyingFormat = ({ unit }: MetricKind, { look, raw, said }: Given): boolean =>
  (unit === 'multiple_x' && look === 'percent' && raw >= 1 && raw <= maxTimes) ||
  (unit === 'months' && look === 'currency' && Number.isInteger(raw) && (isYears.test(said) || isMonths.test(said)))

/** Undefined if the number cannot be this metric: an amount is not a rate. */
export const metricValue = (kind: MetricKind, given: Given): MetricValue | undefined => {
  if (!goesWith[kind.unit].includes(given.look) && !isLyingFormat(kind, given)) return undefined
  if (kind.unit === 'date') {
    const { year, month, day } = partsFromSerial(given.raw + (given.date1904 ? daysTo1904 : 0))
    const value = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return { value, scale: 1, fit: 1 }
  }
  // Without a currency sign a fraction is a rate: "Vacancy 0.05" is not an amount.
  const isFraction = given.look === 'plain' && given.raw !== 0 && Math.abs(given.raw) < 1
  if (kind.unit === 'currency' && isFraction && given.amounts === 1) return undefined
  const { scale, fit } = scaleOf(kind, given)
  // 0.07 * 100 is 7.000000000000001.
  const value = Number((given.raw * scale).toPrecision(15))
  const [lowest, highest] = kind.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  if (value >= lowest && value <= highest) return { value, scale, fit }
  // So far outside that the label must mean something else, whatever the format says.
  const width = highest - lowest
  if (kind.unit !== 'currency' && (value < lowest - 3 * width || value > highest + 3 * width)) return undefined
  // An explicit format can show an unusual number; without one it is something else.
  const isSaid = given.look !== 'plain' || kind.unit === 'currency'
  return isSaid ? { value, scale, fit: fit * 0.8 } : undefined
}
