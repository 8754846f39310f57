import type { Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { perExpression, somePart } from './walk.ts'
import { formatFormula } from './wording.ts'

/** A bare reference, or a very short formula, is not a calculation. */
const shortest = 10

/** A formula without its references: the operation without its operands. */
const shapeOf = (expression: Expression): string =>
  JSON.stringify(expression, (key, value) => (key === 'at' ? 0 : key === 'fixed' ? true : value))

/** Whether a formula refers to the same cells wherever it is copied. */
const isFixed = (expression: Expression): boolean =>
  !somePart(
    expression,
    (part) =>
      part.kind === 'range' && [part.top, part.left, part.bottom, part.right].some((bound) => bound?.fixed === false),
  )

/** The same calculation on the same cells in several places of a sheet. */
export const duplicatedCalculations: FormulaCheck = ({ model, nameCells }) => {
  if (model.formulas.length === 0) return undefined
  const shape = perExpression(shapeOf)
  const expressionsOf = groupBy(new Set(model.formulas.map(({ expression }) => expression)), shape)
  /** Copies refer to different cells, unless everything is fixed; comparing the texts of the rest is expensive. */
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
    const places = group.map(({ place }) => place)
    const areas = rectangles(places)
    // Filled or repeated along a row or column: that is how a constant line is written.
    if (areas.length === 1 || areas.every(({ top }) => top === areas[0]?.top)) return []
    return [
      {
        check: 'duplicated_calculation',
        message: messages.duplicatedCalculation({
          formula: formatFormula(group[0]?.text ?? ''),
          count: group.length,
          cell: nameCells(places.slice(0, 1)),
        }),
        areas,
      },
    ]
  })
}
