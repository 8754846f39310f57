import type { Component } from '../calculate/components.ts'
import type { FormulaCell } from '../calculate/model.ts'
import { formatCell } from '../cell-reference.ts'
import type { Calculator } from '../compile/calculator.ts'
import type { WorkbookCell } from '../read/workbook.ts'
import type { Area } from '../value/value.ts'
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

const linesOf = (cells: readonly WorkbookCell[], sheet: number): Line[] => {
  const rows = new Map<number, WorkbookCell[]>()
  for (const cell of cells) {
    const before = rows.get(cell.row)
    if (before === undefined) rows.set(cell.row, [cell])
    else before.push(cell)
  }
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([row, found]) => ({ sheet, row, cells: found.sort((a, b) => a.column - b.column) }))
}

export type Layout = ReturnType<typeof createLayout>

/** What stands where in a workbook, whatever its cells hold; everything here is made once, in one pass. */
export const createLayout = (
  { model, check }: Calculator,
  metrics: readonly Pick<MappedMetric, 'metricKey' | 'sheet' | 'row' | 'column'>[],
) => {
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

  /** The place of a cell's formula in the list of formulas; below 0: it has none. */
  const formulaNumberAt = (sheet: number, row: number, column: number): number =>
    (filledBy[grid.idOf(sheet, row, column)] ?? 0) - 1

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
    components,
    lines: workbook.sheets.map(({ cells }, sheet) => linesOf(cells, sheet)),
    /** Formulas that are nothing but a sum. */
    totals: totalsOf(formulas),
    feedsHeadline,
    formulaNumberAt,
    formulaAt: (sheet: number, row: number, column: number): FormulaCell | undefined =>
      formulas[formulaNumberAt(sheet, row, column)],
    /** Whether neither a formula nor a what-if table fills a cell. */
    isFree: (sheet: number, row: number, column: number): boolean => filledBy[grid.idOf(sheet, row, column)] === 0,
    /** `Returns!C7`. */
    nameOf: ({ sheet, row, column }: Place): string =>
      `${workbook.sheets[sheet]?.name ?? ''}!${formatCell({ row, column })}`,
  }
}
