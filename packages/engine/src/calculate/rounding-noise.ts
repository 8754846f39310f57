import type { Expression } from '../formula/expression.ts'
import type { Scalar } from '../value/value.ts'
import type { FormulaCell, Model } from './model.ts'

/** A result smaller than this share of the largest operand is rounding noise from operands that cancel out. */
const share = 1e-11
/** Maximum number of cells scanned for the largest operand. */
const maxCells = 100_000

const sums = new Set(['SUM', 'SUMIF', 'SUMIFS', 'SUMPRODUCT', 'SUBTOTAL', 'AGGREGATE', 'FV', 'PV', 'NPV', 'XNPV'])
const choices = new Set(['IF', 'IFS', 'IFERROR', 'CHOOSE', 'MAX', 'MIN', 'ABS'])

/** Whether a formula ends in a sum, whose terms can cancel out. A product or a rate can be small by itself. */
const endsInSum = (expression: Expression | undefined): boolean => {
  if (expression?.kind === 'unary') return expression.operator !== '%' && endsInSum(expression.operand)
  if (expression?.kind === 'binary') return expression.operator === '+' || expression.operator === '-'
  return (
    expression?.kind === 'call' &&
    (sums.has(expression.name) || (choices.has(expression.name) && expression.args.some(endsInSum)))
  )
}

/**
 * Whether two values are both rounding noise around zero: a loan's last balance is 9E-10 in one program, 5E-9 in
 * another.
 */
export const createRoundingNoise =
  ({ grid }: Pick<Model, 'grid'>) =>
  ({ expression, areas }: FormulaCell, got: Scalar, expected: Scalar): boolean => {
    if (typeof got !== 'number' || typeof expected !== 'number' || !endsInSum(expression)) return false
    const size = Math.max(Math.abs(got), Math.abs(expected))
    let left = maxCells
    for (const area of areas) {
      const used = grid.used(area)
      if (used === undefined) continue
      for (let row = used.top; row <= used.bottom; row++)
        for (let column = used.left; column <= used.right && left > 0; column++, left--)
          if (size <= share * Math.abs(grid.numbers[grid.idOf(used.sheet, row, column)] ?? 0)) return true
    }
    return false
  }
