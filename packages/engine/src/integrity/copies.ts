import type { FormulaCell } from '../calculate/model.ts'
import { groupBy } from './rectangles.ts'
import { perExpression } from './walk.ts'

/** Formulas of one sheet that are copies of one another, together. */
export const copiesOf = (formulas: readonly FormulaCell[]): FormulaCell[][] =>
  [...groupBy(formulas, ({ place }) => place.sheet).values()].flatMap((onSheet) => [
    ...groupBy(onSheet, ({ expression }) => expression).values(),
  ])

/** Formulas of one sheet that are alike but for the numbers written into them, together. */
export const alikeOf = (formulas: readonly FormulaCell[]): FormulaCell[][] => {
  const patternOf = perExpression((expression) =>
    JSON.stringify(expression, (key, value) => (key === 'value' && typeof value === 'number' ? 0 : value)),
  )
  return [...groupBy(formulas, ({ place }) => place.sheet).values()].flatMap((onSheet) => [
    ...groupBy(onSheet, ({ expression }) => patternOf(expression)).values(),
  ])
}
