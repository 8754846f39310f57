import type { FormulaCell } from '../calculate/model.ts'
import { formatCell } from '../cell-reference.ts'
import type { Expression } from '../formula/expression.ts'
import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import type { Layout } from './layout.ts'
import { type Direction, directions, formulaAround, moved } from './neighbors.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { isPlainSum } from './sums.ts'
import { partsOf, somePart } from './walk.ts'
import { inCells, shortened } from './wording.ts'

const peers = 3
const widest = 2
/** So many odd ones in one column, or one row, are meant: the year of the sale, a line of subtotals. */
const manyAreMeant = 2
/** So many copies of one odd formula on a sheet are meant. */
const copiesAreMeant = 3
/** Down a column, one line below another, two are. */
const copiesDownAreMeant = 2

interface Odd {
  readonly formula: FormulaCell
  readonly expected: string
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
 * Whether a formula is the pattern with more to it that is computed, such as the downtime in the year in which a lease ends.
 * The pattern with a number added to it is a plug.
 */
const isExtended = (one: Expression, pattern: Expression): boolean => {
  const meaning = JSON.stringify(pattern)
  const rest = (part: Expression): boolean => {
    if (JSON.stringify(part) === meaning) return false
    const parts = partsOf(part)
    return parts.length === 0 ? readsSomething(part) : parts.some(rest)
  }
  return pattern.kind !== 'range' && somePart(one, (part) => JSON.stringify(part) === meaning) && rest(one)
}

const oddAlong = (layout: Layout, direction: Direction): Odd[] => {
  const { model, formulaAt } = layout
  const isRow = direction === directions[0]
  const candidates = model.formulas.flatMap((formula) => {
    const { place, expression } = formula
    // Of every formula of the model: a place made for each took most of the time.
    const peer = formulaAt(place.sheet, place.row - direction.down, place.column - direction.right)
    if (peer === undefined || peer.expression === expression) return []
    let width = 1
    const next = moved(place, direction, 1)
    if (formulaAt(next.sheet, next.row, next.column)?.expression !== peer.expression) width = widest
    if (formulaAround(layout, place, direction, { width, peers }) === undefined) return []
    const odd = Array.from({ length: width }, (_, n) => moved(place, direction, n)).flatMap(
      ({ sheet, row, column }) => formulaAt(sheet, row, column) ?? [],
    )
    // A gap that is not filled by formulas is somebody else's matter.
    if (odd.length < width) return []
    return [{ odd, peer, expected: `${shortened(`=${peer.text}`, 60)} in ${formatCell(peer.place)}` }]
  })

  const trackOf = ({ sheet, row, column }: FormulaCell['place']): number => sheet * 2_000_000 + (isRow ? row : column)
  const crossTrackOf = ({ sheet, row, column }: FormulaCell['place']): number =>
    sheet * 2_000_000 + (isRow ? column : row)
  /** How often an odd formula stands anywhere: along a diagonal each is odd in its row, and meant. */
  const onSheet = new Map<unknown, number>()
  for (const { odd } of candidates)
    for (const { expression } of odd) onSheet.set(expression, (onSheet.get(expression) ?? 0) + 1)
  /** How often a formula stands in a row: one that comes again belongs there. */
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
  /** Down a column it may come again in its own row, such as a step every third year. */
  const oftenAcross = isRow ? undefined : oftenBy(crossTrackOf)
  /** A subtotal of the column that it stands in. */
  const addsOwnColumn = ({ place, areas }: FormulaCell): boolean =>
    !isRow && areas.length > 0 && areas.every((area) => area.left === place.column && area.right === place.column)
  const isMeant = (one: FormulaCell, width: number, peer: FormulaCell): boolean =>
    isPlainSum(one.expression) ||
    addsOwnColumn(one) ||
    // A link among links down a column takes another line from another place.
    (!isRow && one.expression.kind === 'range') ||
    isExtended(one.expression, peer.expression) ||
    (onSheet.get(one.expression) ?? 0) >= (isRow ? copiesAreMeant : copiesDownAreMeant) ||
    one.array !== undefined ||
    (often.get(trackOf(one.place))?.get(one.expression) ?? 0) > width ||
    (oftenAcross?.get(crossTrackOf(one.place))?.get(one.expression) ?? 0) > 1 ||
    isCopyAcross(layout, one, direction)
  return candidates
    .filter(({ odd, peer }) => !odd.some((one) => isMeant(one, odd.length, peer)))
    .flatMap(({ odd, expected }) =>
      odd.map((formula) => ({
        formula,
        expected,
        track: `${formula.place.sheet} ${isRow ? formula.place.column : formula.place.row}`,
      })),
    )
}

/** Formulas that differ from the copies on both sides of them. */
export const inconsistentFormulas: FormulaCheck = (layout) => {
  if (layout.model.formulas.length < peers * 2 + 1) return undefined
  const odd = directions.flatMap((direction) =>
    [...groupBy(oddAlong(layout, direction), ({ track }) => track).values()].flatMap((group) =>
      group.length >= manyAreMeant ? [] : group,
    ),
  )
  return [...groupBy(odd, ({ formula: { place } }) => `${place.sheet} ${place.row}`).values()].map((group): Slip => {
    const [text, expected] = [group[0]?.formula.text ?? '', group[0]?.expected ?? '']
    return {
      check: 'inconsistent_formula',
      message: `${shortened(`=${text}`, 60)} differs from its neighbors, such as ${expected}${inCells(group.length)}.`,
      areas: rectangles(group.map(({ formula }) => formula.place)),
    }
  })
}
