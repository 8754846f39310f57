import { parseCell, type Workbook } from '@deal-canvas/workbook-reader'
import { openCalculator } from '../compile/calculator.ts'
import type { Scalar } from '../value/value.ts'
import { type SmallSheet, smallBook } from './small-book.ts'

/** A calculator with cells addressed by name: `B3` on the first sheet, `Rents!B3` on another. */
export const bookCalculator = (workbook: Workbook) => {
  const calculator = openCalculator(workbook)
  const { grid } = calculator.model
  const id = (cell: string): number => {
    const [name = '', sheet] = cell.split('!').reverse()
    const place = parseCell(name)
    if (place === undefined) throw new RangeError(`There is no cell ${cell}`)
    const at = sheet === undefined ? 0 : workbook.sheets.findIndex((item) => item.name === sheet)
    return grid.idOf(at, place.row, place.column)
  }
  return {
    calculator,
    id,
    at: (cell: string): Scalar => grid.get(id(cell)),
    set: (cell: string, value: Scalar): number => calculator.set([{ id: id(cell), value }]),
  }
}

/** The same for a workbook with a single sheet. */
export const sheetCalculator = (sheet: SmallSheet, rest: Partial<Workbook> = {}) =>
  bookCalculator(smallBook({ Sheet: sheet }, rest))
