import { columnName } from './sheet.mjs'
import { xlsxFile } from './xlsx-file.mjs'

/** A circular reference converges with every recalculation. */
const maxRounds = 500
const atRest = 1e-15
/** The last digits depend on the evaluation order of a cycle; rounding keeps the file stable. */
const digits = 13

const isClose = (a, b) => a === b || Math.abs(a - b) <= atRest * Math.max(Math.abs(a), Math.abs(b), 1)

/** The bytes of a workbook, with the results of the engine as cached values. */
export const calculatedWorkbook = (book, { openCalculator, readWorkbook }) => {
  const calculator = openCalculator(readWorkbook(xlsxFile(book)))
  const { grid, formulas } = calculator.model
  const values = () => formulas.map(({ id }) => grid.get(id))
  let before = values()
  for (let round = 0; ; round++) {
    calculator.recalculate()
    const after = values()
    if (after.every((value, n) => isClose(value, before[n]))) break
    if (round === maxRounds) throw new Error('The workbook does not come to rest')
    before = after
  }
  return xlsxFile(book, (sheet, { formula, row, column }) => {
    if (formula === undefined) return undefined
    const value = grid.get(grid.idOf(sheet, row, column))
    if (value === null || typeof value === 'object')
      throw new Error(`${book.sheets[sheet].name}!${columnName(column)}${row + 1} =${formula} has no value`)
    return typeof value === 'number' ? Number(value.toPrecision(digits)) : value
  })
}
