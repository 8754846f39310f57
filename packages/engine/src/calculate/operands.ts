import { calcError, valueError } from '@deal-canvas/workbook-reader'
import type { FormulaPlace } from '../formula/parse-formula.ts'
import type { CallContext } from '../functions/definition.ts'
import { type ArrayValue, isLambda, type Reference, type Scalar, type Value } from '../value/value.ts'

/** How references become values when operators and functions expect values. */
export const createOperands = (contextAt: (at: FormulaPlace) => CallContext) => {
  /** Implicit intersection: in an ordinary formula a range stands for its cell in the same row or column. */
  const intersect = ({ areas }: Reference, at: FormulaPlace): Scalar => {
    const [area] = areas
    if (area === undefined || areas.length > 1) return valueError
    const { sheet, top, left, bottom, right } = area
    const context = contextAt(at)
    if (top === bottom && left === right) return context.cell(sheet, top, left)
    if (left === right && at.row >= top && at.row <= bottom) return context.cell(sheet, at.row, left)
    if (top === bottom && at.column >= left && at.column <= right) return context.cell(sheet, top, at.column)
    return valueError
  }

  /** One value, or an array to be computed item by item. */
  const operand = (value: Value, at: FormulaPlace, byItem: boolean): Scalar | ArrayValue => {
    if (typeof value !== 'object' || value === null) return value
    if ('error' in value || 'items' in value) return value
    if (isLambda(value)) return calcError
    const [area] = value.areas
    if (!byItem || area === undefined || value.areas.length > 1) return intersect(value, at)
    if (area.top === area.bottom && area.left === area.right) return contextAt(at).cell(area.sheet, area.top, area.left)
    return contextAt(at).read(area)
  }

  return { intersect, operand }
}
