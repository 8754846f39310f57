const grouped = (value, places) =>
  value.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })

const isBare = (unit) => unit === 'count' || unit === 'months' || unit === 'square_feet'

/** A metric value as text: `$1,250,000`, `EUR 1,250,000`, `5.25 %`, `1.85x`. */
export const saidValue = (value, unit, currency = 'USD') => {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'string') return value
  const sign = value < 0 ? '−' : ''
  const size = Math.abs(value)
  if (unit === 'currency') {
    const symbol = currency === 'USD' ? '$' : `${currency} `
    return `${sign}${symbol}${grouped(size, size < 1_000 ? 2 : 0)}`
  }
  if (unit === 'percentage_points') return `${sign}${grouped(size, 2)} %`
  if (unit === 'multiple_x') return `${sign}${grouped(size, 2)}x`
  if (unit === 'date') return `${sign}${size} days`
  return `${sign}${grouped(size, isBare(unit) && Number.isInteger(size) ? 0 : 2)}`
}

/** A change as text, with its sign and its percentage of the previous value. */
export const saidChange = ({ delta, deltaPct, unit }) => {
  if (delta === null) return '—'
  const share = deltaPct === null ? '' : ` (${deltaPct < 0 ? '−' : '+'}${grouped(Math.abs(deltaPct), 1)} %)`
  // A rate that rises by 5 percentage points does not rise by 5 %.
  const said = saidValue(delta, unit).replace(/ %$/, ' pp')
  return `${delta < 0 ? '' : '+'}${said}${share}`
}

export const saidShare = (part, whole) => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(2)} %`)

/** Rows aligned in columns; the columns in `right` are right-aligned. */
export const table = (rows, right = []) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((text, column) => (right.includes(column) ? text.padStart(widths[column]) : text.padEnd(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const markdownTable = (rows, right = []) => {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const [head, ...rest] = rows
  return [line(head), line(head.map((_, column) => (right.includes(column) ? '---:' : '---'))), ...rest.map(line)].join(
    '\n',
  )
}

/** Converts keys to the API's snake case: `deltaPct` becomes `delta_pct`. */
export const onTheWire = (value) => {
  if (Array.isArray(value)) return value.map(onTheWire)
  if (typeof value !== 'object' || value === null) return value
  const named = Object.entries(value).map(([key, inner]) => [
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    onTheWire(inner),
  ])
  return Object.fromEntries(named)
}
