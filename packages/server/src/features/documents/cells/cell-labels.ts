import type { CellPosition } from '@deal-canvas/workbook-reader'
import { wellFormed } from '../../../platform/well-formed.ts'

/** What the labels of a sheet are read from. */
export interface LabelCell {
  kind: 'text' | 'date' | 'number' | 'other'
  text: string
}

/** Returns the cell of a sheet; undefined if it is empty. */
export type SheetCells = (row: number, column: number) => LabelCell | undefined

/** The words that say what a cell is: those of its row, the outermost first, and the head of its column. */
export interface CellLabels {
  row: string[]
  column: string | null
}

const maxLabelLength = 80
/** Row labels are in the first columns, or beside the cell. */
const labelColumns = 6
const columnsBeside = 60
/** Column heads are in the first rows, or above the cell. */
const headRows = 40
const rowsAbove = 60
/** Cells on each side of a column that show whether a row is a head. */
const headReach = 12
/** A head of more lines is a table of words: only its first line is the head. */
const maxHeadLines = 3

/** The first period is in one of the first columns. */
const lastFirstPeriod = 7
const [firstYear, lastYear] = [1980, 2100]

/** The parts of a sheet that the labels of a cell are read from. */
export const labelRanges = ({ row, column }: CellPosition): { from: CellPosition; to: CellPosition }[] => {
  // One more: whether a number counts depends on the next one.
  const heads = { left: Math.max(0, column - headReach - 1), right: column + headReach + 1 }
  const near = Math.max(0, column - columnsBeside)
  const above = Math.max(0, row - rowsAbove)
  const ranges = [{ from: { row, column: near }, to: { row, column } }]
  if (near > 0) ranges.push({ from: { row, column: 0 }, to: { row, column: Math.min(labelColumns, near) - 1 } })
  if (row > 0) ranges.push({ from: { row: above, column: heads.left }, to: { row: row - 1, column: heads.right } })
  if (above > 0)
    ranges.push({
      from: { row: 0, column: heads.left },
      to: { row: Math.min(headRows, above) - 1, column: heads.right },
    })
  return ranges
}

export const normalLabel = (label: string): string => label.replaceAll(/\s+/g, ' ').trim().toLowerCase()

const wordIn = /[\p{L}\p{N}]/u

const isWords = (cell: LabelCell | undefined): boolean => cell?.kind === 'text' && wordIn.test(cell.text)

export const labelIn = ({ text }: LabelCell): string =>
  wellFormed(text.slice(0, maxLabelLength)).replaceAll(/\s+/g, ' ').trim()

/** Years and numbers of periods are names only where they count: beside the one before or the next. */
const counts = (at: SheetCells, row: number, column: number): boolean => {
  const own = at(row, column)
  const value = Number(own?.text)
  if (own?.kind !== 'number' || !Number.isInteger(value)) return false
  const isYear = value >= firstYear && value <= lastYear
  const isPeriod = value >= 0 && column >= value && column - value <= lastFirstPeriod
  if (!isYear && !isPeriod) return false
  const isNumber = (cell: LabelCell | undefined, wanted: number): boolean =>
    cell?.kind === 'number' && Number(cell.text) === wanted
  return isNumber(at(row, column - 1), value - 1) || isNumber(at(row, column + 1), value + 1)
}

const isName = (at: SheetCells, row: number, column: number): boolean => {
  const cell = at(row, column)
  return isWords(cell) || cell?.kind === 'date' || counts(at, row, column)
}

/** A head has at least two names besides the label of its row, and no other numbers. */
const isHead = (at: SheetCells, row: number, column: number): boolean => {
  if (!isName(at, row, column)) return false
  let names = 0
  let isFirst = true
  for (let near = Math.max(0, column - headReach); near <= column + headReach; near++) {
    const cell = at(row, near)
    if (cell === undefined) continue
    const isNamed = isName(at, row, near)
    if (!isNamed && cell.kind !== 'text') return false
    if (isNamed && !(isFirst && near < column)) names++
    isFirst = false
  }
  return names >= 2
}

const firstHead = (at: SheetCells, { row, column }: CellPosition): string | null => {
  for (let head = 0; head < Math.min(headRows, row); head++) {
    const cell = isHead(at, head, column) ? at(head, column) : undefined
    if (cell !== undefined) return labelIn(cell)
  }
  return null
}

const columnLabel = (at: SheetCells, position: CellPosition): string | null => {
  const { row, column } = position
  const lowest = Math.max(0, row - rowsAbove)
  let last = row - 1
  while (last >= lowest && !isHead(at, last, column)) last--
  if (last < lowest) return lowest > 0 ? firstHead(at, { row: lowest, column }) : null
  let first = last
  while (first > lowest && last - first < maxHeadLines && isHead(at, first - 1, column)) first--
  if (last - first >= maxHeadLines) return firstHead(at, position)
  const lines: string[] = []
  for (let line = first; line <= last; line++) {
    const cell = at(line, column)
    if (cell !== undefined) lines.push(labelIn(cell))
  }
  return lines.join(' ')
}

/**
 * The outermost words of the row, and the outermost of the cells directly beside it: two tables can stand side by side.
 */
const rowLabel = (at: SheetCells, { row, column }: CellPosition): string[] => {
  const isLabel = (cell: LabelCell | undefined): cell is LabelCell => isWords(cell) || cell?.kind === 'date'
  const near = Math.max(0, column - columnsBeside)
  let beside: LabelCell | undefined
  let outermost: LabelCell | undefined
  let isBeside = true
  for (let left = column - 1; left >= near; left--) {
    const cell = at(row, left)
    if (cell === undefined && beside !== undefined) isBeside = false
    if (!isLabel(cell)) continue
    if (isBeside) beside = cell
    outermost = cell
  }
  for (let left = Math.min(labelColumns, near) - 1; left >= 0; left--) {
    const cell = at(row, left)
    if (isLabel(cell)) outermost = cell
  }
  const labels = [outermost, beside].flatMap((cell) => (cell === undefined ? [] : [labelIn(cell)]))
  if (labels.length > 0) return [...new Set(labels)]
  const own = at(row, column)
  return own !== undefined && isWords(own) ? [labelIn(own)] : []
}

/** Reads the labels of a cell. Looks at no other cells than those of `labelRanges`. */
export const labelsAt = (at: SheetCells, position: CellPosition): CellLabels => ({
  row: rowLabel(at, position),
  column: columnLabel(at, position),
})

const isSameLabel = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : normalLabel(a) === normalLabel(b)

export const areSameLabels = (a: CellLabels, b: CellLabels): boolean =>
  a.row.length === b.row.length &&
  a.row.every((label, place) => isSameLabel(label, b.row[place] ?? null)) &&
  isSameLabel(a.column, b.column)
