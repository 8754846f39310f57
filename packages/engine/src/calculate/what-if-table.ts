import { columnName, type DataTable, type Workbook } from '@deal-canvas/workbook-reader'
import type { Area } from '../value/value.ts'
import type { Grid } from './grid.ts'

/** One run of a data table: the values of its inputs, and which cells it fills from which formulas. */
export interface TableRun {
  /** The input cells, and the cells that hold the values to put there. */
  readonly inputs: readonly { readonly id: number; readonly from: number }[]
  /** The cells to fill, and the formula cells on the edge whose values they take. */
  readonly cells: readonly { readonly id: number; readonly head: number }[]
}

/** An Excel data table (`{=TABLE(…)}`), which is a node among the formulas and is computed after its edges. */
export interface WhatIfTable {
  readonly area: Area
  /** Its text, as Excel shows it. */
  readonly text: string
  /** The areas it reads: its edges. */
  readonly areas: readonly Area[]
  /** The formulas on its edges. */
  readonly heads: readonly number[]
  readonly runs: readonly TableRun[]
  /** Why it keeps its cached values instead of being computed. */
  readonly kept: 'no_input_cell' | 'too_large' | undefined
}

/** A table that needs more runs of the model than this keeps its cached values. */
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
    // An input too far outside the used range has no slot of its own.
    if (top === 0 || left === 0 || given.length === 0 || given.some((cell) => id(cell.row, cell.column) === 0))
      return 'no_input_cell'
    const count = (rowInput === undefined ? 1 : columns.length) * (columnInput === undefined ? 1 : rows.length)
    return count > maxRuns ? 'too_large' : undefined
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

/** The data tables of a workbook. */
export const whatIfTables = ({ sheets }: Workbook, grid: Grid): WhatIfTable[] =>
  sheets.flatMap(({ dataTables }) => dataTables.map((table) => tableOf(table, grid)))
