import type { FormulaCell } from '../calculate/model.ts'
import type { Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import type { Layout } from './layout.ts'
import { type Direction, directions, formulaAround, moved } from './neighbors.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { isPlainSum } from './sums.ts'
import { partsOf, somePart } from './walk.ts'
import { formatFormula, formatPattern } from './wording.ts'

const peers = 3
const widest = 2
/** This many odd formulas in one column or row are intentional: the year of the sale, a line of subtotals. */
const manyAreMeant = 2
/** This many copies of one odd formula on a sheet are intentional. */
const copiesAreMeant = 3
/** Down a column, one line below another, two are enough. */
const copiesDownAreMeant = 2

interface Odd {
  readonly formula: FormulaCell
  /** A neighbor that follows the pattern. */
  readonly peer: FormulaCell
  readonly track: string
}

const isCopyAcross = ({ formulaAt }: Layout, { place, expression }: FormulaCell, along: Direction): boolean => {
  const across = along === directions[0] ? directions[1] : directions[0]
  return [-1, 1].some((by) => {
    const { sheet, row, column } = moved(place, across, by)
    return formulaAt(sheet, row, column)?.expression === expression
  })
}

const readsSomething = (expression: Expression): boolean =>
  somePart(expression, ({ kind }) => kind === 'range' || kind === 'name')

/**
 * Whether a formula is the pattern plus a computed term, such as the downtime in the year in which a lease ends. The
 * pattern plus a number is a plug.
 */
const isExtended = (expression: Expression, pattern: Expression): boolean => {
  const meaning = JSON.stringify(pattern)
  const rest = (part: Expression): boolean => {
    if (JSON.stringify(part) === meaning) return false
    const parts = partsOf(part)
    return parts.length === 0 ? readsSomething(part) : parts.some(rest)
  }
  return (
    pattern.kind !== 'range' && somePart(expression, (part) => JSON.stringify(part) === meaning) && rest(expression)
  )
}

const oddAlong = (layout: Layout, direction: Direction): Odd[] => {
  const { model, formulaAt } = layout
  const isRow = direction === directions[0]
  const candidates = model.formulas.flatMap((formula) => {
    const { place, expression } = formula
    // Runs for every formula of the model: allocating a position object for each took most of the time.
    const peer = formulaAt(place.sheet, place.row - direction.down, place.column - direction.right)
    if (peer === undefined || peer.expression === expression) return []
    let width = 1
    const next = moved(place, direction, 1)
    if (formulaAt(next.sheet, next.row, next.column)?.expression !== peer.expression) width = widest
    if (formulaAround(layout, place, direction, { width, peers }) === undefined) return []
    const odd = Array.from({ length: width }, (_, n) => moved(place, direction, n)).flatMap(
      ({ sheet, row, column }) => formulaAt(sheet, row, column) ?? [],
    )
    // Gaps that are not filled by formulas are handled by another check.
    if (odd.length < width) return []
    return [{ odd, peer }]
  })

  const trackOf = ({ sheet, row, column }: FormulaCell['place']): number => sheet * 2_000_000 + (isRow ? row : column)
  const crossTrackOf = ({ sheet, row, column }: FormulaCell['place']): number =>
    sheet * 2_000_000 + (isRow ? column : row)
  /** Occurrences of each odd formula: along a diagonal each is odd in its row, but intentional. */
  const onSheet = new Map<unknown, number>()
  for (const { odd } of candidates)
    for (const { expression } of odd) onSheet.set(expression, (onSheet.get(expression) ?? 0) + 1)
  /** Occurrences of each formula in a row: one that recurs belongs there. */
  const oftenBy = (track: (place: FormulaCell['place']) => number) => {
    const often = new Map(
      candidates.flatMap(({ odd }) => odd.map(({ place }) => [track(place), new Map<unknown, number>()])),
    )
    if (often.size > 0)
      for (const { place, expression } of model.formulas) {
        const found = often.get(track(place))
        found?.set(expression, (found.get(expression) ?? 0) + 1)
      }
    return often
  }
  const often = oftenBy(trackOf)
  /** Down a column it can recur in its own row, such as a step every third year. */
  const oftenAcross = isRow ? undefined : oftenBy(crossTrackOf)
  /** A subtotal of its own column. */
  const addsOwnColumn = ({ place, areas }: FormulaCell): boolean =>
    !isRow && areas.length > 0 && areas.every((area) => area.left === place.column && area.right === place.column)
  const isMeant = (formula: FormulaCell, width: number, peer: FormulaCell): boolean =>
    isPlainSum(formula.expression) ||
    addsOwnColumn(formula) ||
    // A link among links down a column takes another line from elsewhere.
    (!isRow && formula.expression.kind === 'range') ||
    isExtended(formula.expression, peer.expression) ||
    (onSheet.get(formula.expression) ?? 0) >= (isRow ? copiesAreMeant : copiesDownAreMeant) ||
    formula.array !== undefined ||
    (often.get(trackOf(formula.place))?.get(formula.expression) ?? 0) > width ||
    (oftenAcross?.get(crossTrackOf(formula.place))?.get(formula.expression) ?? 0) > 1 ||
    isCopyAcross(layout, formula, direction)
  return candidates
    .filter(({ odd, peer }) => !odd.some((formula) => isMeant(formula, odd.length, peer)))
    .flatMap(({ odd, peer }) =>
      odd.map((formula) => ({
        formula,
        peer,
        track: `${formula.place.sheet} ${isRow ? formula.place.column : formula.place.row}`,
      })),
    )
}

/** Formulas that differ from the copies on both sides. */
export const inconsistentFormulas: FormulaCheck = (layout) => {
  if (layout.model.formulas.length < peers * 2 + 1) return undefined
  const odd = directions.flatMap((direction) =>
    [...groupBy(oddAlong(layout, direction), ({ track }) => track).values()].flatMap((group) =>
      group.length >= manyAreMeant ? [] : group,
    ),
  )
  return [...groupBy(odd, ({ formula: { place } }) => `${place.sheet} ${place.row}`).values()].flatMap(
    (group): Slip[] => {
      const [first] = group
      if (first === undefined) return []
      const places = group.map(({ formula }) => formula.place)
      return [
        {
          check: 'inconsistent_formula',
          message: messages.inconsistentFormula({
            formula: formatFormula(first.formula.text),
            cells: layout.nameCells(places),
            pattern: formatPattern(first.peer, first.formula.place),
          }),
          areas: rectangles(places),
        },
      ]
    },
  )
}
