import type { FormulaCell } from '../calculate/model.ts'
import { groupBy } from './rectangles.ts'
import { perExpression } from './walk.ts'

/** Groups of formulas on one sheet that are copies of each other. */
export const copiesOf = (formulas: readonly FormulaCell[]): FormulaCell[][] =>
  [...groupBy(formulas, ({ place }) => place.sheet).values()].flatMap((onSheet) => [
    ...groupBy(onSheet, ({ expression }) => expression).values(),
  ])

/** Groups of formulas on one sheet that differ only in their literal numbers. */
export const alikeOf = (formulas: readonly FormulaCell[]): FormulaCell[][] => {
  const patternOf = perExpression((expression) =>
    JSON.stringify(expression, (key, value) => (key === 'value' && typeof value === 'number' ? 0 : value)),
  )
  return [...groupBy(formulas, ({ place }) => place.sheet).values()].flatMap((onSheet) => [
    ...groupBy(onSheet, ({ expression }) => patternOf(expression)).values(),
  ])
}
