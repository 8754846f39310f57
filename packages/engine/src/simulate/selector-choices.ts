import type { FormulaCell, Model } from '../calculate/model.ts'
import { areasOf } from '../formula/area-of.ts'
import type { Expression } from '../formula/expression.ts'

/** A list of cases is short; INDEX over more cells looks up a period, not a case. */
const maxCases = 12
/** A cell that is compared with more numbers than this is a lookup, not a selector. */
const maxChoices = 50
const deepestName = 8

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

/** What an expression implies about the possible numbers of a cell. */
const createReader = (model: Model, id: number, { place }: FormulaCell) => {
  const isCell = (expression: Expression | undefined, depth = 0): boolean => {
    if (expression?.kind === 'name' && depth < deepestName) return isCell(model.names[expression.name], depth + 1)
    if (expression?.kind !== 'range') return false
    const [area, another] = areasOf(expression, place)
    if (area === undefined || another !== undefined) return false
    const { sheet, top, left, bottom, right } = area
    return top === bottom && left === right && model.grid.idOf(sheet, top, left) === id
  }
  const numberIn = (expression: Expression | undefined): number[] =>
    expression?.kind === 'constant' && typeof expression.value === 'number' ? [expression.value] : []
  const casesIn = (expression: Expression | undefined): number[] => {
    if (expression?.kind !== 'range') return []
    const [area] = areasOf(expression, place)
    if (area === undefined) return []
    const count = (area.bottom - area.top + 1) * (area.right - area.left + 1)
    return count <= maxCases ? upTo(Math.max(area.bottom - area.top, area.right - area.left) + 1) : []
  }
  const chosenBy = (name: string, args: readonly (Expression | undefined)[]): number[] => {
    const [first, ...rest] = args
    if (name === 'INDEX') return rest.some((arg) => isCell(arg)) ? casesIn(first) : []
    if (!isCell(first)) return []
    if (name === 'CHOOSE') return upTo(rest.length)
    if (name === 'SWITCH') return rest.flatMap((arg, n) => (n % 2 === 0 && n < rest.length - 1 ? numberIn(arg) : []))
    return name === 'IF' ? [0, 1] : []
  }
  /** The case numbers that the cell is compared with. */
  const read = (expression: Expression | undefined): number[] => {
    switch (expression?.kind) {
      case 'call':
        return [...chosenBy(expression.name, expression.args), ...expression.args.flatMap(read)]
      case 'unary':
        return read(expression.operand)
      case 'binary': {
        const { operator, left, right } = expression
        const compared = operator !== '=' ? [] : isCell(left) ? numberIn(right) : isCell(right) ? numberIn(left) : []
        // One comparison distinguishes two cases: a switch that is compared with 1 can also be 0.
        return [...(compared[0] === 1 ? [0, 1] : compared), ...read(left), ...read(right)]
      }
      default:
        return []
    }
  }
  return read
}

/**
 * The cases that a cell, such as a switch or a scenario number, selects between, in ascending order; undefined if it is
 * an ordinary number. Formulas that only guard against zero do not make it a selector.
 */
export const selectorChoices = (model: Model, id: number): readonly number[] | undefined => {
  const { sheet, row, column } = model.grid.placeOf(id)
  const held = model.grid.get(id)
  if (typeof held !== 'number' || !Number.isInteger(held)) return undefined
  const found = new Set<number>()
  for (const formula of model.formulas) {
    const isRead = formula.areas.some(
      (area) =>
        area.sheet === sheet &&
        area.top === row &&
        area.bottom === row &&
        area.left === column &&
        area.right === column,
    )
    if (isRead) for (const choice of createReader(model, id, formula)(formula.expression)) found.add(choice)
    if (found.size > maxChoices) return undefined
  }
  const isSelector = found.size > 1 && found.has(held) && [...found].some((choice) => choice !== 0)
  return isSelector ? [...found].sort((a, b) => a - b) : undefined
}
