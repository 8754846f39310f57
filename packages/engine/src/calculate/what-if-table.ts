import { columnName } from '../cell-reference.ts'
import type { DataTable, Workbook } from '../read/workbook.ts'
import type { Area } from '../value/value.ts'
import type { Grid } from './grid.ts'

/** One computation of a what-if table: what its inputs are set to, and which cells it fills from which formulas. */
export interface TableRun {
  /** Input cells, and the cells that hold what they are set to. */
  readonly inputs: readonly { readonly id: number; readonly from: number }[]
  /** The cells that are filled, and the cells on the edge whose values they take. */
  readonly cells: readonly { readonly id: number; readonly head: number }[]
}

/** A what-if table (`{=TABLE(…)}`), which stands among the formulas and is computed after what is on its edges. */
export interface WhatIfTable {
  readonly area: Area
  /** As Excel shows it. */
  readonly text: string
  /** What it looks at: its edges. */
  readonly areas: readonly Area[]
  /** The formulas on its edges. */
  readonly heads: readonly number[]
  readonly runs: readonly TableRun[]
  /** Why it is not computed but keeps its cached values, in words that follow its name. */
  readonly kept: 'has no input cell' | 'has too many cells' | undefined
}

/** A table that would have to compute the model more often than this keeps its cached values. */
const maxRuns = 2_500

const cellName = (cell: { row: number; column: number } | undefined): string =>
  cell === undefined ? '' : `${columnName(cell.column)}${cell.row + 1}`

const tableOf = ({ area, rowInput, columnInput }: DataTable, grid: Grid): WhatIfTable => {
  const { sheet, top, left, bottom, right } = area
  const id = (row: number, column: number): number => grid.idOf(sheet, row, column)
  const input = (cell: { row: number; column: number } | undefined, from: number) =>
    cell === undefined ? [] : [{ id: id(cell.row, cell.column), from }]
  const rows = Array.from({ length: bottom - top + 1 }, (_, n) => top + n)
  const columns = Array.from({ length: right - left + 1 }, (_, n) => left + n)

  const runs = (): TableRun[] => {
    if (rowInput !== undefined && columnInput !== undefined)
      return rows.flatMap((row) =>
        columns.map((column) => ({
          inputs: [...input(rowInput, id(top - 1, column)), ...input(columnInput, id(row, left - 1))],
          cells: [{ id: id(row, column), head: id(top - 1, left - 1) }],
        })),
      )
    return rowInput === undefined
      ? rows.map((row) => ({
          inputs: input(columnInput, id(row, left - 1)),
          cells: columns.map((column) => ({ id: id(row, column), head: id(top - 1, column) })),
        }))
      : columns.map((column) => ({
          inputs: input(rowInput, id(top - 1, column)),
          cells: rows.map((row) => ({ id: id(row, column), head: id(row, left - 1) })),
        }))
  }

  const given = [rowInput, columnInput].filter((cell) => cell !== undefined)
  const why = (): WhatIfTable['kept'] => {
    // An input that is too far outside of the used cells has no slot of its own.
    if (top === 0 || left === 0 || given.length === 0 || given.some((cell) => id(cell.row, cell.column) === 0))
      return 'has no input cell'
    const count = (rowInput === undefined ? 1 : columns.length) * (columnInput === undefined ? 1 : rows.length)
    return count > maxRuns ? 'has too many cells' : undefined
  }
  const kept = why()
  const made = kept === undefined ? runs() : []
  const [across, down] = [rowInput, columnInput].map(cellName)
  return {
    area,
    text: `TABLE(${across},${down})`,
    areas: [
      ...(top === 0 ? [] : [{ sheet, top: top - 1, bottom: top - 1, left: Math.max(0, left - 1), right }]),
      ...(left === 0 ? [] : [{ sheet, top, bottom, left: left - 1, right: left - 1 }]),
    ],
    heads: [...new Set(made.flatMap(({ cells }) => cells.map(({ head }) => head)))],
    runs: made,
    kept,
  }
}

/** The what-if tables of a workbook. */
export const whatIfTables = ({ sheets }: Workbook, grid: Grid): WhatIfTable[] =>
  sheets.flatMap(({ dataTables }) => dataTables.map((table) => tableOf(table, grid)))
