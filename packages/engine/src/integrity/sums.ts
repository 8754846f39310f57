import type { FormulaCell } from '../calculate/model.ts'
import { areasOf } from '../formula/area-of.ts'
import type { Expression, RangeExpression } from '../formula/expression.ts'
import type { Area } from '../value/value.ts'
import { perExpression } from './walk.ts'

/** The ranges of a formula that is only a sum of ranges. */
const summed = (expression: Expression): readonly RangeExpression[] | undefined => {
  if (expression.kind !== 'call' || !(expression.name === 'SUM' || expression.name === 'SUBTOTAL')) return undefined
  const args = expression.name === 'SUM' ? expression.args : expression.args.slice(1)
  const ranges = args.filter((arg): arg is RangeExpression => arg?.kind === 'range')
  return ranges.length === args.length && ranges.length > 0 ? ranges : undefined
}

export const isPlainSum = (expression: Expression): boolean => summed(expression) !== undefined

/** A formula that is a sum, with the ranges it adds up. */
export interface Total {
  readonly formula: FormulaCell
  readonly areas: readonly Area[]
}

/** All totals of a workbook. */
export const totalsOf = (formulas: readonly FormulaCell[]): Total[] => {
  const rangesOf = perExpression(summed)
  return formulas.flatMap((formula) => {
    const ranges = rangesOf(formula.expression)
    return ranges === undefined ? [] : [{ formula, areas: ranges.flatMap((range) => areasOf(range, formula.place)) }]
  })
}

/** Whether a total runs down its own column, or along its own row. */
export const directionOf = ({ formula: { place } }: Total, area: Area): 'down' | 'along' | undefined => {
  if (area.sheet !== place.sheet) return undefined
  if (area.left === area.right && area.left === place.column && area.top < area.bottom) return 'down'
  if (area.top === area.bottom && area.top === place.row && area.left < area.right) return 'along'
  return undefined
}
