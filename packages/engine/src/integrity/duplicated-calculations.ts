import type { Expression } from '../formula/expression.ts'
import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { perExpression, somePart } from './walk.ts'
import { inCells, shortened } from './wording.ts'

/** A reference alone, or a very short formula, is no calculation. */
const shortest = 10

/** A formula without its references: what it does, not to what. */
const shapeOf = (expression: Expression): string =>
  JSON.stringify(expression, (key, value) => (key === 'at' ? 0 : key === 'fixed' ? true : value))

/** Whether a formula means the same cells wherever it is copied. */
const isFixed = (expression: Expression): boolean =>
  !somePart(
    expression,
    (part) =>
      part.kind === 'range' && [part.top, part.left, part.bottom, part.right].some((bound) => bound?.fixed === false),
  )

/** The same calculation of the same cells in several places of a sheet. */
export const duplicatedCalculations: FormulaCheck = ({ model }) => {
  if (model.formulas.length === 0) return undefined
  const shape = perExpression(shapeOf)
  const expressionsOf = groupBy(new Set(model.formulas.map(({ expression }) => expression)), shape)
  /** Copies look at other cells each, unless all is fixed; the texts of the rest are dear to compare. */
  const isCandidate = perExpression(
    (expression) =>
      (expression.kind === 'binary' || expression.kind === 'call') &&
      (isFixed(expression) || (expressionsOf.get(shape(expression))?.length ?? 0) > 1),
  )
  const candidates = model.formulas.filter(
    ({ text, areas, array, expression }) =>
      text.length >= shortest && areas.length > 0 && array === undefined && isCandidate(expression),
  )
  const groups = groupBy(candidates, ({ place, text }) => `${place.sheet} ${text.replaceAll('$', '')}`)
  return [...groups.values()].flatMap((group): Slip[] => {
    if (group.length === 1) return []
    const areas = rectangles(group.map(({ place }) => place))
    // Filled along a row or column, or repeated in one: that is how a constant line is written.
    if (areas.length === 1 || areas.every(({ top }) => top === areas[0]?.top)) return []
    return [
      {
        check: 'duplicated_calculation',
        message: `${shortened(`=${group[0]?.text ?? ''}`, 60)} is computed more than once,${inCells(group.length)}.`,
        areas,
      },
    ]
  })
}
