import type { Workbook } from '@deal-canvas/workbook-reader'
import { type Calculator, openCalculator } from '../compile/calculator.ts'
import { mapMetrics } from '../metrics/map-metrics.ts'
import { createRipple } from '../ripple/ripple.ts'
import { rowsFrom, type SmallCell, smallBook } from './small-book.ts'

/** A typical property underwriting model; cached values of formulas are computed first. */
const inputs: readonly (readonly SmallCell[])[] = [
  ['Purchase Price', { value: 20_000_000, format: '$#,##0' }],
  ['Closing Costs', { value: 400_000, format: '$#,##0' }],
  ['Loan Amount', { value: 13_000_000, format: '$#,##0' }],
  ['Interest Rate', { value: 0.06, format: '0.00%' }],
  ['Exit Cap Rate', { value: 0.055, format: '0.00%' }],
  ['Hold Period (months)', 60],
  ['Units', 100],
]
const results: readonly (readonly SmallCell[])[] = [
  ['Effective Gross Income', { formula: '=Inputs!B7*18000', format: '$#,##0' }],
  ['Total Operating Expenses', { value: 600_000, format: '$#,##0' }],
  ['Net Operating Income', { formula: '=B1-B2', format: '$#,##0' }],
  ['Annual Debt Service', { formula: '=Inputs!B3*Inputs!B4', format: '$#,##0' }],
  ['DSCR', { formula: '=B3/B4', format: '0.00x' }],
  ['Exit Value', { formula: '=B3/Inputs!B5', format: '$#,##0' }],
  ['Selling Costs', { formula: '=B6*0.02', format: '$#,##0' }],
  ['Net Sale Proceeds', { formula: '=B6-B7', format: '$#,##0' }],
  ['Total Project Cost', { formula: '=Inputs!B1+Inputs!B2', format: '$#,##0' }],
  ['Equity Invested', { formula: '=B9-Inputs!B3', format: '$#,##0' }],
  ['Equity Multiple', { formula: '=(B8-Inputs!B3)/B10', format: '0.00x' }],
]

/** As in a file: with the value of every formula. */
export const withValues = (workbook: Workbook): Workbook => {
  const { model } = openCalculator(workbook)
  return {
    ...workbook,
    sheets: workbook.sheets.map((sheet, at) => ({
      ...sheet,
      cells: sheet.cells.map((cell) => ({
        ...cell,
        value: model.grid.get(model.grid.idOf(at, cell.row, cell.column)),
      })),
    })),
  }
}

export const property = withValues(smallBook({ Inputs: rowsFrom('A1', inputs), Returns: rowsFrom('A1', results) }))

/** A calculator of a workbook, and its what-if function. */
export const open = (workbook: Workbook = property) => {
  const calculator = openCalculator(workbook)
  const map = mapMetrics(workbook, calculator.model)
  return { calculator, map, ripple: createRipple(calculator, map) }
}

/** All values of a workbook, for a bit-exact comparison. */
export const bitsOf = ({ model: { grid } }: Calculator): string =>
  JSON.stringify([[...new BigInt64Array(grid.numbers.buffer).values()].map(String), [...grid.tags]]) +
  JSON.stringify(Array.from({ length: grid.size }, (_, id) => grid.get(id)))
