import { daysTo1904, lastSerial, partsFromSerial, serialFromParts } from '@deal-canvas/workbook-reader'
import type { MetricUnit } from '../metrics/catalogue/metric-kind.ts'
import type { Scalar } from '../value/value.ts'

/** How a metric is represented in its cell. */
export interface CellUnit {
  readonly unit: MetricUnit
  /** The multiplier of the number in the cell. */
  readonly scale: number
  readonly date1904: boolean
}

/** Divides by a power of ten in decimal: 5.35 / 100 is 0.053499999999999996 in binary, and 0.0535 as typed. */
const dividedBy = (value: number, scale: number): number => {
  const power = Math.round(Math.log10(Math.abs(scale)))
  if (Number(`1e${power}`) !== Math.abs(scale)) return value / scale
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const size = Number(`${digits}e${Number(exponent) - power}`)
  return scale < 0 ? 0 - size : size
}

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/

/** The number of a date; undefined if there is no such date, or Excel does not support it. */
const serialOf = (text: string, date1904: boolean): number | undefined => {
  const [, year, month, day] = (isoDay.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const serial = serialFromParts(year, month, day)
  const parts = partsFromSerial(serial)
  if (parts.year !== year || parts.month !== month || parts.day !== day) return undefined
  const counted = date1904 ? serial - daysTo1904 : serial
  return counted >= 1 && counted <= lastSerial ? counted : undefined
}

/** The cell value for a value of a metric; undefined if the metric cannot have it. */
export const cellValueOf = (value: number | string, { unit, scale, date1904 }: CellUnit): number | undefined => {
  if (typeof value === 'string') return unit === 'date' ? serialOf(value, date1904) : undefined
  if (!Number.isFinite(value)) return undefined
  if (unit === 'date') return value >= 0 && value <= lastSerial ? value : undefined
  const held = dividedBy(value, scale)
  return Number.isFinite(held) ? held : undefined
}

const padded = (part: number, length: number): string => String(part).padStart(length, '0')

/** The value of a metric when its cell holds a value; null if it is not a number. */
export const metricValueOf = (held: Scalar, { unit, scale, date1904 }: CellUnit): number | string | null => {
  if (typeof held !== 'number') return null
  if (unit !== 'date') return Number((held * scale).toPrecision(15))
  const serial = date1904 ? held + daysTo1904 : held
  if (!(serial >= 0 && serial <= lastSerial)) return null
  const { year, month, day } = partsFromSerial(serial)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
}
