import { lastColumn, lastRow } from '@deal-canvas/workbook-reader'
import type { Area } from '../value/value.ts'
import type { Bound, RangeExpression } from './expression.ts'
import type { FormulaPlace } from './parse-formula.ts'

const resolve = (bound: Bound | undefined, own: number, otherwise: number): number =>
  bound === undefined ? otherwise : bound.fixed ? bound.at : bound.at + own

/** A name's relative references wrap around the edges of the sheet, as in Excel. */
const wrap = (at: number, last: number): number =>
  at >= 0 && at <= last ? at : ((at % (last + 1)) + last + 1) % (last + 1)

/** The rectangles that a reference means for a formula in the given cell: one per sheet. */
export const areasOf = ({ sheets, top, left, bottom, right }: RangeExpression, place: FormulaPlace): Area[] => {
  const row = wrap(resolve(top, place.row, 0), lastRow)
  const otherRow = wrap(resolve(bottom, place.row, lastRow), lastRow)
  const column = wrap(resolve(left, place.column, 0), lastColumn)
  const otherColumn = wrap(resolve(right, place.column, lastColumn), lastColumn)
  const on = (sheet: number): Area => ({
    sheet,
    top: row < otherRow ? row : otherRow,
    left: column < otherColumn ? column : otherColumn,
    bottom: row < otherRow ? otherRow : row,
    right: column < otherColumn ? otherColumn : column,
  })
  if (sheets === undefined) return [on(place.sheet)]
  const [first, last] = sheets
  return first === last ? [on(first)] : Array.from({ length: last - first + 1 }, (_, n) => on(first + n))
}
