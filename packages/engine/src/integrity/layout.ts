import { formatCell, type WorkbookCell } from '@deal-canvas/workbook-reader'
import type { Component } from '../calculate/components.ts'
import type { FormulaCell } from '../calculate/model.ts'
import type { Calculator } from '../compile/calculator.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import { createMetricFormat } from '../metrics/format-metric.ts'
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
    .sort(([a], [b]) => a - b)
    .map(([row, found]) => ({ sheet, row, cells: found.sort((a, b) => a.column - b.column) }))
}

export type Layout = ReturnType<typeof createLayout>

/** The structure of a workbook, independent of its values; everything here is built once, in one pass. */
export const createLayout = (
  { model, check }: Calculator,
  metrics: readonly Pick<MappedMetric, 'metricKey' | 'sheet' | 'row' | 'column'>[],
) => {
  const { workbook, grid, formulas } = model
  const components: readonly Component[] = model.order()
  /** The formula that fills each slot: its index plus 1, 0 for none, or -1 for a data table. */
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

  /** The index of a cell's formula; negative if it has none. */
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

  /** `Returns!C7`. */
  const nameOf = ({ sheet, row, column }: Place): string =>
    `${workbook.sheets[sheet]?.name ?? ''}!${formatCell({ row, column })}`
  const formatMetric = createMetricFormat(workbook)

  return {
    workbook,
    model,
    check,
    components,
    lines: workbook.sheets.map(({ cells }, sheet) => linesOf(cells, sheet)),
    /** Formulas that are only a sum. */
    totals: totalsOf(formulas),
    feedsHeadline,
    formulaNumberAt,
    formulaAt: (sheet: number, row: number, column: number): FormulaCell | undefined =>
      formulas[formulaNumberAt(sheet, row, column)],
    /** Whether a cell is filled by neither a formula nor a data table. */
    isFree: (sheet: number, row: number, column: number): boolean => filledBy[grid.idOf(sheet, row, column)] === 0,
    nameOf,
    /** `Returns!C7 and 3 more cells`. */
    nameCells: ([first, ...others]: readonly Place[]): string => {
      if (first === undefined) return ''
      return others.length === 0 ? nameOf(first) : messages.cells({ cell: nameOf(first), more: others.length })
    },
    /** The value of a metric with its unit, in the currency of the workbook. */
    formatMetric: (metricKey: string, value: number): string => formatMetric(value, kindOf(metricKey)?.unit ?? 'ratio'),
  }
}
