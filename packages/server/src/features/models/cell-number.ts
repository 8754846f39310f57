import { type CellUnit, cellValueOf, metricValueOf } from '@deal-canvas/engine'

/** Days between the 1900 and 1904 date systems of spreadsheets. */
const from1904 = 1_462

/** The number a cell holds for a metric value, by the engine's own rule, except that dates are day numbers here. */
export const heldFor = (value: number, cell: CellUnit): number =>
  cell.unit === 'date' ? value - (cell.date1904 ? from1904 : 0) : (cellValueOf(value, cell) ?? Number.NaN)

/** The metric value for the number in its cell. */
export const worthOf = (held: number, cell: CellUnit): number =>
  cell.unit === 'date' ? Math.floor(held) + (cell.date1904 ? from1904 : 0) : Number(metricValueOf(held, cell))

const dayMs = 86_400_000
const firstDay = Date.UTC(1899, 11, 30)

/** The spreadsheet day number of a date: 2025-11-15 is 45,976. */
export const dayNumber = (iso: string): number => Math.round((Date.parse(iso) - firstDay) / dayMs)

/** The date of a spreadsheet day number, as ISO 8601; undefined if invalid. */
export const isoDay = (day: number): string | undefined => {
  const date = new Date(firstDay + Math.floor(day) * dayMs)
  return day >= 1 && Number.isFinite(date.getTime()) && date.getUTCFullYear() <= 9999
    ? date.toISOString().slice(0, 10)
    : undefined
}
