import { columnName, createSheet, looks, on, serialDay } from '../sheet.mjs'
import { thousands } from './assumptions.mjs'

const firstYear = 2026
const years = 7
const columns = Array.from({ length: years + 1 }, (_, n) => columnName(1 + n))
/** The column of the closing year, and those of the projection. */
export const [closing, ...projected] = columns

/** A line of a statement. */
export const line = (key, label, look = looks.number) => ({ key, label, look })
/** A line that adds up the lines above. */
export const total = (key, label, look = looks.number) => ({ key, label, look, style: 'total' })
export const gap = {}

/**
 * A sheet with a column for the closing year and one for each projected year. All lines are laid out before any
 * formula is written, because statements refer to one another.
 */
export const yearlySheet = (name, title, lines) => {
  const sheet = createSheet(name, { widths: [36, 13], freeze: { row: 5, column: 1 } })
  sheet.title(title, thousands)
  sheet.series(
    'Year ending',
    columns.map((_, n) => serialDay(firstYear + n, 12, 31)),
    looks.date,
    { style: 'remark' },
  )
  sheet.heading(undefined, ...columns.map((_, n) => `${firstYear + n}${n === 0 ? 'A' : 'E'}`))
  const from = sheet.next()
  const places = new Map(lines.map(({ key }, n) => [key, from + n]))
  lines.forEach(({ label, style }, n) => {
    if (label !== undefined) sheet.put(from - 1 + n, 0, label, { style })
  })
  const rowOf = (key) => {
    const row = places.get(key)
    if (row === undefined) throw new Error(`${name} has no line ${key}`)
    return row
  }
  const putIn = (key, at, value) => {
    const { look, style } = lines[rowOf(key) - from]
    if (value !== undefined)
      sheet.put(rowOf(key) - 1, 1 + at, value, {
        look,
        style: style ?? (typeof value === 'number' ? 'input' : undefined),
      })
  }
  return {
    sheet,
    /** `make(column, previous column, year)` for the projected years; `actual` for the closing year. */
    fill: (key, make, actual) => {
      putIn(key, 0, actual)
      projected.forEach((column, n) => {
        putIn(key, n + 1, make(column, columns[n], n + 1))
      })
    },
    /** One formula for all years. */
    fillAll: (key, make) => {
      columns.forEach((column, n) => {
        putIn(key, n, make(column))
      })
    },
    at: (key, column) => on(sheet, `${column}${rowOf(key)}`),
    fixed: (key, column = closing) => on(sheet, `$${column}$${rowOf(key)}`),
    range: (key, first = projected[0]) => on(sheet, `$${first}$${rowOf(key)}:$${projected.at(-1)}$${rowOf(key)}`),
  }
}
