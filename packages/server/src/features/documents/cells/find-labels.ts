import { isDateFormat, isUnitText } from '@deal-canvas/engine'
import type { BookCell } from '../reading/book.ts'

/** Where the words for a cell are: its label in the same row, and its header in the same column. Null means none. */
export interface LabelPlaces {
  readonly labelColumn: number | null
  readonly headerRow: number | null
}

type Look = 'text' | 'date' | 'year' | 'other'

const maxLabelLength = 120
const maxHeaderLength = 60
/** A header of more rows is a column of texts. */
const maxHeaderRows = 3

const lookOf = ({ value, format }: BookCell): Look => {
  if (typeof value === 'string') return value.trim() === '' ? 'other' : 'text'
  if (typeof value !== 'number') return 'other'
  if (isDateFormat(format)) return 'date'
  return Number.isInteger(value) && value >= 1900 && value < 2100 && (format === undefined || !/[,.%]/.test(format))
    ? 'year'
    : 'other'
}

const isWord = (value: string): boolean =>
  value.length <= maxLabelLength && /\p{L}/u.test(value) && !/^n\.?\/?[am]\.?$/i.test(value.trim())

/** The last header of a column, and the texts and dates above each other that it may be part of. */
interface Column {
  header: number | undefined
  run: number
  lastRow: number
}

interface RowCell {
  readonly cell: BookCell
  readonly look: Look
}

/** Whether the cell is next to one that makes it part of a header. */
const isBeside = (row: readonly RowCell[], place: number): boolean =>
  [row[place - 1], row[place + 1]].some((other) => {
    const own = row[place]
    if (own === undefined || other === undefined || Math.abs(other.cell.column - own.cell.column) !== 1) return false
    if (own.look === 'year')
      return other.look === 'year' && Math.abs(Number(other.cell.value) - Number(own.cell.value)) === 1
    if (own.look === 'date') return other.look === 'date' && other.cell.value !== own.cell.value
    return other.look !== 'other'
  })

/** The cells of a row that are headers: names, dates or years beside each other, and no other numbers. */
const headersIn = (row: readonly RowCell[]): RowCell[] => {
  if (row.some(({ cell, look }) => look === 'other' && typeof cell.value === 'number')) return []
  const found = row.filter(
    ({ cell, look }, place) =>
      look !== 'other' && isBeside(row, place) && (look !== 'text' || String(cell.value).length <= maxHeaderLength),
  )
  const dated = found.filter(({ look }) => look !== 'text')
  return found.length >= 3 || dated.length >= 2 ? found : []
}

/** Assigns labels from left to right; where two labels are possible, none is assigned. */
const labelsOfRow = (row: readonly RowCell[], headers: readonly (number | null)[]): (number | null)[] => {
  let label: number | null = null
  let first: number | null = null
  let isOneOfTwo = false
  let numbers = 0
  let headerBefore: number | null = null
  let before = -1
  return row.map(({ cell, look }, place) => {
    const { column, value } = cell
    const hasGap = before !== -1 && column - before > 1
    before = column
    // "Month" is a label at the start of a row, and a unit after a label.
    if (look === 'text' && isWord(String(value)) && (label === null || !isUnitText(String(value)))) {
      if (label === null) {
        label = column
        first = column
        return null
      }
      if (numbers === 0) return label
      isOneOfTwo = true
      if (hasGap) {
        label = column
        numbers = 0
      }
      return null
    }
    if (look === 'text') return isOneOfTwo ? null : label
    const header = headers[place] ?? null
    numbers += 1
    if (!isOneOfTwo) {
      headerBefore = header ?? headerBefore
      return label
    }
    // Of one table, the first text is the label; in a block of its own, the text that begins the block.
    if (label === first) return header === null ? null : first
    return header !== null && header === headerBefore ? null : label
  })
}

/**
 * Finds the label and the header of each cell of a sheet. Cells must be sorted by rows. Where it is not certain which
 * words belong to a cell, it has none: a wrong label is worse than an address.
 */
export const findLabels = (cells: readonly BookCell[]): LabelPlaces[] => {
  const places: LabelPlaces[] = []
  const columns = new Map<number, Column>()
  const headerSizes = new Map<number, number>()
  for (let from = 0; from < cells.length; ) {
    const line = cells[from]?.row ?? 0
    let to = from
    while (to < cells.length && cells[to]?.row === line) to++
    const row = cells.slice(from, to).map((cell) => ({ cell, look: lookOf(cell) }))
    from = to
    // A row belongs to a header if it fills at least half of its columns.
    const filled = new Map<number, number>()
    const above = row.map(({ cell }) => columns.get(cell.column)?.header)
    for (const header of above) if (header !== undefined) filled.set(header, (filled.get(header) ?? 0) + 1)
    const headerCells = headersIn(row)
    const isHeaderRow = headerCells.length > 0
    const headers = above.map((header) =>
      header !== undefined && !isHeaderRow && 2 * (filled.get(header) ?? 0) >= (headerSizes.get(header) ?? 0)
        ? header
        : null,
    )
    const labels = isHeaderRow ? row.map(() => null) : labelsOfRow(row, headers)
    row.forEach((_, place) => {
      places.push({ labelColumn: labels[place] ?? null, headerRow: headers[place] ?? null })
    })
    if (!isHeaderRow) continue
    headerSizes.set(line, headerCells.length)
    for (const { cell, look } of headerCells) {
      const known = columns.get(cell.column) ?? { header: undefined, run: 0, lastRow: -2 }
      known.run = known.lastRow === line - 1 ? known.run + 1 : 1
      known.lastRow = line
      columns.set(cell.column, known)
      const isUnit = look === 'text' && isUnitText(String(cell.value))
      if (known.run <= maxHeaderRows && !(isUnit && known.run > 1)) known.header = line
      // A column of texts: only the first of them can be its header, and which one that was is not certain.
      else if (known.run > maxHeaderRows) known.header = undefined
    }
  }
  return places
}
