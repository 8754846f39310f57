import { type CellUnit, cellValueOf, metricValueOf } from '@deal-canvas/engine'

/** Days between the two beginnings that spreadsheets count from. */
const from1904 = 1_462

/** What a cell holds when its metric has a value: by the engine's own rule, but that a day is a number here. */
export const heldFor = (value: number, cell: CellUnit): number =>
  cell.unit === 'date' ? value - (cell.date1904 ? from1904 : 0) : (cellValueOf(value, cell) ?? Number.NaN)

/** What a metric is worth when its cell holds a number. */
export const worthOf = (held: number, cell: CellUnit): number =>
  cell.unit === 'date' ? Math.floor(held) + (cell.date1904 ? from1904 : 0) : Number(metricValueOf(held, cell))

const dayMs = 86_400_000
const firstDay = Date.UTC(1899, 11, 30)

/** The number of a day in a spreadsheet: 2025-11-15 is 45,976. */
export const dayNumber = (iso: string): number => Math.round((Date.parse(iso) - firstDay) / dayMs)

/** The day that a number in a spreadsheet means, as ISO 8601; undefined: none. */
export const isoDay = (day: number): string | undefined => {
  const date = new Date(firstDay + Math.floor(day) * dayMs)
  return day >= 1 && Number.isFinite(date.getTime()) && date.getUTCFullYear() <= 9999
    ? date.toISOString().slice(0, 10)
    : undefined
}
