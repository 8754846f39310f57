import type { DocumentCells } from '@deal-canvas/contract'
import { type CellPlace, type CellRange, readRange } from './cell-range.ts'

type Cell = DocumentCells['cells'][number]

/** Labels of the rows and columns of a window, if those cells are outside the window. */
export interface SheetLabels {
  readonly rows: ReadonlyMap<number, string>
  readonly columns: ReadonlyMap<number, string>
}

export const noLabels: SheetLabels = { rows: new Map(), columns: new Map() }

/** Most sheets have row labels in the first columns and column headers in the first rows. */
export const labelColumns = 6
export const headerRows = 40

/** The cells left of the window that can label its rows; undefined: the window starts at the edge. */
export const rowLabelRange = ({ from, to }: CellRange): CellRange | undefined =>
  from.column === 1
    ? undefined
    : { from: { row: from.row, column: 1 }, to: { row: to.row, column: Math.min(from.column - 1, labelColumns) } }

/** The cells above the window that can label its columns; undefined: the window starts at the edge. */
export const columnLabelRange = ({ from, to }: CellRange): CellRange | undefined =>
  from.row === 1
    ? undefined
    : { from: { row: 1, column: from.column }, to: { row: Math.min(from.row - 1, headerRows), column: to.column } }

interface PlacedCell {
  readonly place: CellPlace
  readonly cell: Cell
}

const placed = (cells: readonly Cell[]): PlacedCell[] =>
  cells.flatMap((cell) => {
    const place = readRange(cell.cell)?.from
    return place === undefined || cell.text.trim() === '' ? [] : [{ place, cell }]
  })

/** The leftmost text of each row: further texts in it are notes and units. */
export const rowLabels = (cells: readonly Cell[]): Map<number, string> => {
  const found = new Map<number, { column: number; text: string }>()
  for (const { place, cell } of placed(cells)) {
    if (cell.type !== 'text') continue
    const before = found.get(place.row)
    if (before === undefined || place.column < before.column) found.set(place.row, { ...place, text: cell.text })
  }
  return new Map([...found].map(([row, { text }]) => [row, text]))
}

const isDate = ({ type, format }: Cell): boolean => type === 'number' && /[dmy]/i.test(format ?? '')
const isYear = ({ type, text }: Cell): boolean => type === 'number' && /^(?:19|20)\d{2}$/.test(text)

/** The header row has more names, dates or years than any row of values below it; a single name is not a header. */
export const columnLabels = (cells: readonly Cell[]): Map<number, string> => {
  const byRow = new Map<number, PlacedCell[]>()
  for (const cell of placed(cells)) {
    if (cell.cell.type !== 'text' && !isDate(cell.cell) && !isYear(cell.cell)) continue
    const row = byRow.get(cell.place.row)
    if (row === undefined) byRow.set(cell.place.row, [cell])
    else row.push(cell)
  }
  const header = [...byRow.entries()]
    .sort(([a], [b]) => a - b)
    .reduce<PlacedCell[]>((best, [, row]) => (row.length > best.length ? row : best), [])
  return new Map(header.length < 2 ? [] : header.map(({ place, cell }) => [place.column, cell.text]))
}
