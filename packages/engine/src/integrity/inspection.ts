import type { CheckResult } from '../calculate/check.ts'
import type { Component } from '../calculate/components.ts'
import type { FormulaCell, Model } from '../calculate/model.ts'
import { formatCell } from '../cell-reference.ts'
import type { Calculator } from '../compile/calculator.ts'
import type { Workbook, WorkbookCell } from '../read/workbook.ts'
import type { Area, Scalar } from '../value/value.ts'
import type { MappedMetric } from './finding.ts'
import { isHeadline } from './metric-rules.ts'
import { totalsOf } from './sums.ts'

export interface Place {
  readonly sheet: number
  readonly row: number
  readonly column: number
}

/** The cells of one row of a sheet, from left to right. */
export interface Line {
  readonly sheet: number
  readonly row: number
  readonly cells: readonly WorkbookCell[]
}

/** A text with the numbers that stand right of it, up to the next text. */
export interface Entry extends Place {
  readonly text: string
  /** In lower case, without punctuation around its words. */
  readonly label: string
  readonly line: Line
  readonly values: readonly { readonly column: number; readonly value: number }[]
}

/** Longer texts are remarks, not labels. */
const longestLabel = 80

const plainLabel = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9%]+/g, ' ')
    .trim()

const linesOf = (cells: readonly WorkbookCell[], sheet: number): Line[] => {
  const rows = new Map<number, WorkbookCell[]>()
  for (const cell of cells) {
    const before = rows.get(cell.row)
    if (before === undefined) rows.set(cell.row, [cell])
    else before.push(cell)
  }
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([row, found]) => ({ sheet, row, cells: found.sort((one, other) => one.column - other.column) }))
}

export type Inspection = ReturnType<typeof createInspection>

/** A workbook laid out for the checks; everything here is made once, in one pass. */
export const createInspection = ({ model, check }: Calculator, metrics: readonly MappedMetric[]) => {
  const { workbook, grid, formulas } = model
  const components: readonly Component[] = model.order()
  /** Which formula fills a slot; 0: none, -1: a what-if table, otherwise its place in the list and one more. */
  const filledBy = new Int32Array(grid.size)
  const fill = ({ sheet, top, left, bottom, right }: Area, by: number): void => {
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) filledBy[grid.idOf(sheet, row, column)] = by
  }
  workbook.sheets.forEach(({ dataTables }) => {
    for (const { area } of dataTables) fill(area, -1)
  })
  formulas.forEach(({ id, array }, n) => {
    if (array === undefined) filledBy[id] = n + 1
    else fill(array.area, n + 1)
  })
  filledBy[0] = 0

  const lines = workbook.sheets.map(({ cells }, sheet) => linesOf(cells, sheet))
  const valueAt = (sheet: number, row: number, column: number): Scalar => grid.get(grid.idOf(sheet, row, column))
  /** The place of a cell's formula in the list of formulas; below 0: it has none. */
  const formulaNumberAt = (sheet: number, row: number, column: number): number =>
    (filledBy[grid.idOf(sheet, row, column)] ?? 0) - 1
  const formulaAt = (sheet: number, row: number, column: number): FormulaCell | undefined =>
    formulas[formulaNumberAt(sheet, row, column)]

  const entries: Entry[] = []
  for (const line of lines.flat()) {
    let open: (Entry & { values: { column: number; value: number }[] }) | undefined
    for (const { column } of line.cells) {
      const value = valueAt(line.sheet, line.row, column)
      if (typeof value === 'number') open?.values.push({ column, value })
      if (typeof value !== 'string') continue
      const label = value.length > longestLabel ? '' : plainLabel(value)
      // A blank text is an empty cell of the row, a dash is a zero.
      if (label === '') continue
      open = { sheet: line.sheet, row: line.row, column, text: value.trim(), label, line, values: [] }
      entries.push(open)
    }
  }

  /** Formulas that a headline metric depends on. */
  const feedsHeadline = new Uint8Array(formulas.length)
  const waiting: number[] = []
  const enter = (n: number): void => {
    if (n < 0 || feedsHeadline[n] === 1) return
    feedsHeadline[n] = 1
    waiting.push(n)
  }
  for (const { metricKey, sheet, row, column } of metrics)
    if (isHeadline(metricKey)) enter(formulaNumberAt(sheet, row, column))
  for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) for (const other of model.dependsOn(n)) enter(other)

  return {
    workbook,
    model,
    check,
    metrics,
    components,
    lines,
    entries,
    /** Formulas that are nothing but a sum. */
    totals: totalsOf(formulas),
    feedsHeadline,
    valueAt,
    formulaNumberAt,
    formulaAt,
    /** Whether a number was typed in, not computed. */
    isTyped: (sheet: number, row: number, column: number): boolean => {
      const id = grid.idOf(sheet, row, column)
      return filledBy[id] === 0 && typeof grid.get(id) === 'number'
    },
    isNumber: (sheet: number, row: number, column: number): boolean => typeof valueAt(sheet, row, column) === 'number',
    /** `Returns!C7`. */
    nameOf: ({ sheet, row, column }: Place): string =>
      `${workbook.sheets[sheet]?.name ?? ''}!${formatCell({ row, column })}`,
  } satisfies {
    workbook: Workbook
    model: Model
    check: CheckResult
    metrics: readonly MappedMetric[]
    [name: string]: unknown
  }
}

/** The text left of a cell that says what it is. */
export const labelOf = ({ lines, valueAt }: Inspection, { sheet, row, column }: Place): string | undefined => {
  const line = lineAt(lines[sheet] ?? [], row)
  for (let at = (line?.cells.length ?? 0) - 1; at >= 0; at--) {
    const cell = line?.cells[at]
    if (cell === undefined || cell.column >= column) continue
    const value = valueAt(sheet, row, cell.column)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

/** The line of a row, by halving. */
const lineAt = (lines: readonly Line[], row: number): Line | undefined => {
  let [low, high] = [0, lines.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const line = lines[middle]
    if (line === undefined || line.row === row) return line
    if (line.row < row) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
