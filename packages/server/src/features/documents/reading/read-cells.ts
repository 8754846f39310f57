import { type CellPosition, formatCell } from '@deal-canvas/engine'
import { type Book, type BookCell, shownValue } from './book.ts'

export interface CellRange {
  from: CellPosition
  to: CellPosition
}

/** A cell as it is shown to who asks where a number comes from. */
export interface ShownCell {
  cell: string
  type: 'number' | 'text' | 'boolean' | 'error' | 'empty'
  value: number | string | boolean | null
  text: string
  formula: string | null
  format: string | null
}

/** Either way with the names of the sheets there are. */
export type FoundCells = { sheets: string[] } & ({ found: true; sheet: string; cells: ShownCell[] } | { found: false })

const sheetOf = ({ sheets }: Book, wanted: string | undefined) =>
  wanted === undefined
    ? sheets[0]
    : (sheets.find(({ name }) => name === wanted) ??
      sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()))

/** The cells of a range that hold something, row by row; of the first sheet where none is named. */
export const readCells = (book: Book, wanted: string | undefined, { from, to }: CellRange): FoundCells => {
  const sheets = book.sheets.map(({ name }) => name)
  const sheet = sheetOf(book, wanted)
  if (sheet === undefined) return { found: false, sheets }
  const cells = sheet.cells
    .filter(({ row, column }) => row >= from.row && row <= to.row && column >= from.column && column <= to.column)
    .sort((one, other) => one.row - other.row || one.column - other.column)
  return { found: true, sheets, sheet: sheet.name, cells: cells.map(present) }
}

const present = (cell: BookCell): ShownCell => {
  const { value, formula, format } = cell
  return {
    cell: formatCell(cell),
    type: typeOf(value),
    value: typeof value === 'object' && value !== null ? value.error : value,
    text: shownValue(cell),
    formula: formula === undefined ? null : `=${formula}`,
    format: format ?? null,
  }
}

const typeOf = (value: BookCell['value']): ShownCell['type'] => {
  if (value === null) return 'empty'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'text' : 'error'
}
