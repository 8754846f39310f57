import {
  formatCell,
  type Scalar,
  type Workbook,
  type WorkbookCell,
  type WorkbookSheet,
} from '@deal-canvas/workbook-reader'
import { type AlignedLines, alignLines, type Line } from './align-lines.ts'
import { movedFormula } from './moved-formula.ts'

export interface ChangedInput {
  sheet: string
  /** In the later workbook. */
  cell: string
  label: string | null
  before: number | boolean
  after: number | boolean
}

export interface ChangedFormula {
  sheet: string
  /** In the later workbook. */
  cell: string
  label: string | null
  /** Null: the cell held a value. */
  before: string | null
  /** Null: the cell holds a value now. */
  after: string | null
}

export interface ChangedLine {
  sheet: string
  change: 'added' | 'removed'
  /** `Row 12`, or column `F`: its number in the workbook that has it, from 0. */
  at: number
  label: string | null
}

/** A list that is cut off at a limit, and how many there are. */
export interface Counted<Item> {
  items: Item[]
  count: number
}

export interface WorkbookDifference {
  sheetsAdded: string[]
  sheetsRemoved: string[]
  rows: Counted<ChangedLine>
  columns: Counted<ChangedLine>
  inputs: Counted<ChangedInput>
  formulas: Counted<ChangedFormula>
}

interface SheetLines {
  sheet: WorkbookSheet
  cells: ReadonlyMap<string, WorkbookCell>
  rows: Line[]
  columns: Line[]
}

const keyOf = (row: number, column: number): string => `${row} ${column}`

/** The first text of each line names it. */
const linesOf = (cells: readonly WorkbookCell[], at: 'row' | 'column', across: 'row' | 'column'): Line[] => {
  const lines = new Map<number, { first: number; label: string }>()
  for (const cell of cells) {
    const isText = typeof cell.value === 'string' && cell.formula === undefined && cell.value.trim() !== ''
    const known = lines.get(cell[at])
    const label = isText ? String(cell.value).trim() : ''
    if (known === undefined) lines.set(cell[at], { first: isText ? cell[across] : Number.MAX_SAFE_INTEGER, label })
    else if (isText && cell[across] < known.first) lines.set(cell[at], { first: cell[across], label })
  }
  return [...lines].map(([n, { label }]) => ({ at: n, label })).sort((a, b) => a.at - b.at)
}

const readSheet = (sheet: WorkbookSheet): SheetLines => {
  const cells = sheet.cells.filter(({ value, formula }) => value !== null || formula !== undefined)
  return {
    sheet,
    cells: new Map(cells.map((cell) => [keyOf(cell.row, cell.column), cell])),
    rows: linesOf(cells, 'row', 'column'),
    columns: linesOf(cells, 'column', 'row'),
  }
}

const createCounted = <Item>(limit: number) => {
  const counted: Counted<Item> = { items: [], count: 0 }
  const add = (item: Item): void => {
    counted.count++
    if (counted.items.length < limit) counted.items.push(item)
  }
  return { counted, add }
}

const isNumber = (value: Scalar): value is number | boolean => typeof value === 'number' || typeof value === 'boolean'

/** Without the differences that programs make when they save a formula. */
const normalized = (formula: string): string => formula.replaceAll(/\s+/g, '').toUpperCase()

/**
 * What differs between two versions of a workbook: sheets, rows and columns that were added or removed, typed numbers
 * that changed, and formulas that changed other than by moving. Rows are found again by their labels.
 */
export const compareWorkbooks = (before: Workbook, after: Workbook, limit: number): WorkbookDifference => {
  const earlier = new Map(before.sheets.map((sheet) => [sheet.name, readSheet(sheet)]))
  const later = new Map(after.sheets.map((sheet) => [sheet.name, readSheet(sheet)]))
  const aligned = new Map<string, { rows: AlignedLines; columns: AlignedLines }>()
  for (const [name, sheet] of earlier) {
    const other = later.get(name)
    if (other !== undefined)
      aligned.set(name, { rows: alignLines(sheet.rows, other.rows), columns: alignLines(sheet.columns, other.columns) })
  }
  const [rows, columns] = [createCounted<ChangedLine>(limit), createCounted<ChangedLine>(limit)]
  const [inputs, formulas] = [createCounted<ChangedInput>(limit), createCounted<ChangedFormula>(limit)]
  for (const [name, lines] of aligned) {
    for (const [found, list] of [
      [lines.rows, rows],
      [lines.columns, columns],
    ] as const)
      for (const change of ['added', 'removed'] as const)
        for (const { at, label } of found[change])
          list.add({ sheet: name, change, at, label: label === '' ? null : label })
    const [from, to] = [earlier.get(name), later.get(name)]
    if (from === undefined || to === undefined) continue
    const labels = new Map(to.rows.map(({ at, label }) => [at, label]))
    const sheetOf = (named: string | undefined) => {
      const moved = aligned.get(named ?? name)
      return moved && { rows: moved.rows.later, columns: moved.columns.later }
    }
    const seen = new Set<string>()
    const compare = (old: WorkbookCell | undefined, now: WorkbookCell | undefined, row: number, column: number) => {
      const place = { sheet: name, cell: formatCell({ row, column }), label: labels.get(row) || null }
      const [was, is] = [formulaOf(old), formulaOf(now)]
      if (was === undefined && is === undefined) {
        const [a = null, b = null] = [old?.value, now?.value]
        if (isNumber(a) && isNumber(b) && a !== b) inputs.add({ ...place, before: a, after: b })
        return
      }
      const expected = was === undefined ? undefined : movedFormula(was, sheetOf)
      if (expected !== undefined && is !== undefined && normalized(expected) === normalized(is)) return
      formulas.add({ ...place, before: was ?? null, after: is ?? null })
    }
    for (const old of from.cells.values()) {
      const [row, column] = [lines.rows.later.get(old.row), lines.columns.later.get(old.column)]
      if (row === undefined || column === undefined) continue
      const key = keyOf(row, column)
      seen.add(key)
      compare(old, to.cells.get(key), row, column)
    }
    const [keptRows, keptColumns] = [new Set(lines.rows.later.values()), new Set(lines.columns.later.values())]
    for (const [key, now] of to.cells)
      if (!seen.has(key) && keptRows.has(now.row) && keptColumns.has(now.column))
        compare(undefined, now, now.row, now.column)
  }
  return {
    sheetsAdded: [...later.keys()].filter((name) => !earlier.has(name)),
    sheetsRemoved: [...earlier.keys()].filter((name) => !later.has(name)),
    rows: rows.counted,
    columns: columns.counted,
    inputs: inputs.counted,
    formulas: formulas.counted,
  }
}

/** The formula of an array belongs to its first cell. */
const formulaOf = (cell: WorkbookCell | undefined): string | undefined => cell?.formula
