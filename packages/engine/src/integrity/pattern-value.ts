import type { FormulaCell } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import type { Scalar } from '../value/value.ts'
import type { Layout } from './layout.ts'

/** The value of a cell with its neighbors' formula; undefined if it cannot be computed in isolation. */
export const patternValue = (
  { model }: Layout,
  formula: FormulaCell,
  pattern: Pick<FormulaCell, 'expression' | 'dynamic' | 'frozen'>,
): Scalar | undefined => {
  if (pattern.dynamic || pattern.frozen !== undefined) return undefined
  const { expression }: { expression: Expression } = pattern
  const value = model.compute({ ...formula, expression, dynamic: false, array: undefined })
  return typeof value === 'object' && value !== null && 'items' in value ? undefined : value
}

/** Whether two results are the same number except for rounding. */
export const isSameNumber = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 + 1e-6 * Math.max(Math.abs(a), Math.abs(b))
