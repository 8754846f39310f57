import { isDateFormat, shownValue } from '@deal-canvas/engine'
import { type CellPosition, formatCell, parseCell } from '@deal-canvas/workbook-reader'
import type { Book, BookCell } from '../reading/book.ts'
import {
  areSameLabels,
  type CellLabels,
  type LabelCell,
  labelIn,
  labelsAt,
  normalLabel,
  type SheetCells,
} from './cell-labels.ts'

/** A cell of an earlier version of a workbook. */
export interface WantedCell {
  sheet: string
  cell: string
  labels: CellLabels
  /** What it showed. */
  text: string
}

/** Where it is in this version. */
export interface FoundCell {
  sheet: string
  cell: string
}

/** A label that more rows have says nothing about where a cell is. */
const maxRowsOfALabel = 200
/** Limits how many cells are compared for all wanted ones: a sheet can be made to look alike everywhere. */
const maxCompared = 400_000

export const labelCellOf = (cell: Pick<BookCell, 'value' | 'format'>): LabelCell => {
  const { value, format } = cell
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value !== 'number') return { kind: 'other', text: '' }
  return isDateFormat(format) ? { kind: 'date', text: shownValue(cell) } : { kind: 'number', text: String(value) }
}

interface Sheet {
  name: string
  at: SheetCells
  cellAt(position: CellPosition): BookCell | undefined
  /** The columns in use in a row. */
  columnsOf(row: number): number[]
  /** The rows with a label. */
  rowsWith(label: string): readonly number[]
}

const readSheet = ({ name, cells }: Book['sheets'][number]): Sheet => {
  const rows = new Map<number, Map<number, BookCell>>()
  const labels = new Map<string, number[]>()
  for (const cell of cells) {
    if (cell.value === null) continue
    const row = rows.get(cell.row) ?? new Map<number, BookCell>()
    rows.set(cell.row, row.set(cell.column, cell))
    const named = labelCellOf(cell)
    if (named.kind !== 'text' && named.kind !== 'date') continue
    const label = normalLabel(labelIn(named))
    const known = labels.get(label)
    if (known === undefined) labels.set(label, [cell.row])
    else if (known.at(-1) !== cell.row && known.length <= maxRowsOfALabel) known.push(cell.row)
  }
  const read = new Map<BookCell, LabelCell>()
  const labelCell = (cell: BookCell): LabelCell => {
    const known = read.get(cell) ?? labelCellOf(cell)
    read.set(cell, known)
    return known
  }
  return {
    name,
    at: (row, column) => {
      const cell = rows.get(row)?.get(column)
      return cell === undefined ? undefined : labelCell(cell)
    },
    cellAt: ({ row, column }) => rows.get(row)?.get(column),
    columnsOf: (row) => [...(rows.get(row)?.keys() ?? [])],
    rowsWith: (label) => labels.get(label) ?? [],
  }
}

/**
 * Finds cells of an earlier version of a workbook in this one: at the same address if it still has the same labels,
 * otherwise at the only cell with these labels, in the same sheet first. Undefined: it is not found, or not for sure.
 */
export const findMovedCells = ({ sheets: given }: Book, wanted: readonly WantedCell[]): (FoundCell | undefined)[] => {
  const read = new Map<string, Sheet>()
  const sheetNamed = (name: string): Sheet | undefined => {
    const known = read.get(name)
    if (known !== undefined) return known
    const sheet = given.find((one) => one.name === name)
    if (sheet === undefined) return undefined
    const made = readSheet(sheet)
    read.set(name, made)
    return made
  }
  const nameOf = (name: string): string =>
    (given.find((one) => one.name === name) ?? given.find((one) => one.name.toLowerCase() === name.toLowerCase()))
      ?.name ?? name
  let compared = 0

  /** The cells with these labels, at most two. Without a column label it must be the same column. */
  const carriers = (sheet: Sheet, { labels }: WantedCell, was: CellPosition): FoundCell[] => {
    const found: FoundCell[] = []
    const rows = sheet.rowsWith(normalLabel(labels.row[0] ?? ''))
    if (rows.length > maxRowsOfALabel) return []
    for (const row of rows) {
      const columns = labels.column === null ? [was.column] : [...new Set([...sheet.columnsOf(row), was.column])]
      for (const column of columns) {
        compared++
        if (compared > maxCompared) return []
        if (!areSameLabels(labelsAt(sheet.at, { row, column }), labels)) continue
        found.push({ sheet: sheet.name, cell: formatCell({ row, column }) })
        if (found.length > 1) return found
      }
    }
    return found
  }

  const lookUp = (cell: WantedCell, own: Sheet | undefined, was: CellPosition): FoundCell | undefined => {
    if (cell.labels.row.length === 0) return undefined
    const here = own === undefined ? [] : carriers(own, cell, was)
    const there = here.length > 0 ? here : elsewhere(cell, own, was)
    return there.length === 1 ? there[0] : undefined
  }

  const elsewhere = (cell: WantedCell, own: Sheet | undefined, was: CellPosition): FoundCell[] => {
    const found: FoundCell[] = []
    for (const { name } of given) {
      const sheet = name === own?.name ? undefined : sheetNamed(name)
      if (sheet !== undefined) found.push(...carriers(sheet, cell, was))
      if (found.length > 1) break
    }
    return found
  }

  const known = new Map<string, FoundCell | undefined>()
  const find = (cell: WantedCell): FoundCell | undefined => {
    const was = parseCell(cell.cell)
    if (was === undefined) return undefined
    const own = sheetNamed(nameOf(cell.sheet))
    if (own !== undefined && areSameLabels(labelsAt(own.at, was), cell.labels)) {
      const hasLabels = cell.labels.row.length > 0
      const now = own.cellAt(was)
      // A cell whose row has no label is known by what it shows.
      if (hasLabels || (now !== undefined && shownValue(now) === cell.text)) return { sheet: own.name, cell: cell.cell }
    }
    return lookUp(cell, own, was)
  }

  return wanted.map((cell) => {
    const key = JSON.stringify([cell.sheet, cell.cell, cell.labels, cell.text])
    if (!known.has(key)) known.set(key, find(cell))
    return known.get(key)
  })
}
