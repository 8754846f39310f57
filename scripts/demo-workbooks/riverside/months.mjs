import { columnName, createSheet, looks, on } from '../sheet.mjs'

export const months = 120
/** The column of a month; closing is month 0. */
export const columnOf = (month) => columnName(1 + month)
const first = columnOf(1)
export const last = columnOf(months)

/** A sheet with a column for each month. */
export const monthlySheet = (name, title, given, before) => {
  const sheet = createSheet(name, { widths: [34], freeze: { row: 6, column: 1 } })
  sheet.title(title)
  const along = (make, atClosing) => [
    atClosing,
    ...Array.from({ length: months }, (_, n) => make(columnOf(n + 1), columnOf(n), n + 1)),
  ]
  if (before === undefined) {
    sheet.series(
      'Month ending',
      along((_, previous) => `=EOMONTH(${previous}3,1)`, `=${given.closingDate}`),
      looks.month,
      { style: 'heading' },
    )
    sheet.series(
      'Month',
      along((_, previous) => `=${previous}4+1`, 0),
      looks.number,
    )
    sheet.series(
      'Year of the hold',
      along((column) => `=ROUNDUP(${column}4/12,0)`),
      looks.number,
    )
  } else {
    sheet.series(
      'Month ending',
      along((column) => `=${before.at(3, column)}`, `=${before.at(3, 'B')}`),
      looks.month,
      { style: 'heading' },
    )
    sheet.series(
      'Month',
      along((column) => `=${before.at(4, column)}`, `=${before.at(4, 'B')}`),
      looks.number,
    )
  }
  sheet.skip()
  return {
    sheet,
    heading: sheet.heading,
    skip: sheet.skip,
    /** A row over all months: `make(column, previous column, month)`; `atClosing` is its value for month 0. */
    row: (label, make, look, { atClosing, style } = {}) => sheet.series(label, along(make, atClosing), look, { style }),
    next: sheet.next,
    /** The range of all months of a row, for formulas on other sheets. */
    range: (row, from = first) => on(sheet, `$${from}$${row}:$${last}$${row}`),
    at: (row, column) => on(sheet, `${column}${row}`),
    fixed: (row, column) => on(sheet, `$${column}$${row}`),
  }
}
