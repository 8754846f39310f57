import type { MetricUnit } from '@deal-canvas/contract'

/** Days between the two beginnings that spreadsheets count from. */
const from1904 = 1_462

interface CellUnit {
  unit: MetricUnit
  /** What the number of the cell is multiplied with. */
  scale: number
  date1904: boolean
}

/** Divided by a power of ten in decimal: 5.35 / 100 is 0.053499999999999996 in binary, and 0.0535 as typed. */
const dividedBy = (value: number, scale: number): number => {
  const power = Math.round(Math.log10(Math.abs(scale)))
  if (Number(`1e${power}`) !== Math.abs(scale)) return value / scale
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const size = Number(`${digits}e${Number(exponent) - power}`)
  return scale < 0 ? 0 - size : size
}

/** What a cell holds when its metric has a value. */
export const heldFor = (value: number, { unit, scale, date1904 }: CellUnit): number =>
  unit === 'date' ? value - (date1904 ? from1904 : 0) : dividedBy(value, scale)

/** What a metric is worth when its cell holds a number. */
export const worthOf = (held: number, { unit, scale, date1904 }: CellUnit): number =>
  unit === 'date' ? Math.floor(held) + (date1904 ? from1904 : 0) : Number((held * scale).toPrecision(15))

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
