/** Number formats; the format of a cell indicates its unit. */
export const looks = {
  money: '$#,##0',
  cents: '$#,##0.00',
  number: '#,##0',
  percent: '0.00%',
  share: '0.0%',
  multiple: '0.00"x"',
  date: 'd-mmm-yy',
  month: 'mmm-yy',
  factor: '0.0000',
  year: '0',
}

/** `A` for 0, `AA` for 26. */
export const columnName = (column) => {
  const first = Math.floor(column / 26)
  return (first === 0 ? '' : columnName(first - 1)) + String.fromCharCode(65 + (column % 26))
}

/** The date as an Excel serial number. */
export const serialDay = (year, month, day) => (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000

const quoted = (name) => (/^[A-Za-z]+$/.test(name) ? name : `'${name}'`)

/** A sheet that is written from top to bottom. A text that starts with `=` is a formula. */
export const createSheet = (name, { hidden = false, widths = [34, 18], freeze } = {}) => {
  const cells = []
  let row = 0
  const put = (at, column, value, { look, style } = {}) => {
    const isFormula = typeof value === 'string' && value.startsWith('=')
    // Models do not write the sheet name in references within the same sheet.
    const content = isFormula ? { formula: value.slice(1).replaceAll(`${quoted(name)}!`, '') } : { value }
    cells.push({ row: at, column, look, style, ...content })
  }
  /** `'Sources & Uses'!$B$7`. */
  const reference = (at, column) => `${quoted(name)}!$${columnName(column)}$${at + 1}`
  const lineAt = (label, values, { look, style, from = 1 } = {}) => {
    put(row, 0, label, { style })
    values.forEach((value, n) => {
      const typed = typeof value === 'number' ? 'input' : undefined
      if (value !== undefined) put(row, from + n, value, { look, style: style ?? typed })
    })
    return row++
  }
  return {
    name,
    hidden,
    widths,
    freeze,
    cells,
    put,
    /** The one-based number of the next row, as used in formulas. */
    next: () => row + 1,
    skip: (rows = 1) => {
      row += rows
    },
    title: (text, remark) => {
      put(row++, 0, text, { style: 'title' })
      if (remark !== undefined) put(row++, 0, remark, { style: 'remark' })
      row++
    },
    heading: (...texts) => {
      texts.forEach((text, n) => {
        if (text !== undefined) put(row, n, text, { style: 'heading' })
      })
      row++
    },
    /** A label and one value; returns the reference of the value's cell. */
    line: (label, value, look, style) => reference(lineAt(label, [value], { look, style }), 1),
    /** A label and a value for each period; returns the row number. */
    series: (label, values, look, { style, from } = {}) => lineAt(label, values, { look, style, from }) + 1,
    /** A row of a table, each value with its own number format. */
    record: (values, format = []) => {
      values.forEach((value, n) => {
        if (value !== undefined)
          put(row, n, value, { look: format[n], style: typeof value === 'number' ? 'input' : undefined })
      })
      return ++row
    },
  }
}

/** A cell or range of another sheet, as written in a formula. */
export const on = (sheet, reference) => `${quoted(sheet.name)}!${reference}`
