import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { type Inspection, labelOf, type Place } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { directionOf, isPlainSum, type Total } from './sums.ts'
import { formatFormula, formatValue } from './wording.ts'

/** Whether two neighbors are of the same kind: both typed, or copies of one formula. */
const isPeer = ({ isTyped, isNumber, formulaAt }: Inspection, placeA: Place, placeB: Place): boolean => {
  if (!isNumber(placeA.sheet, placeA.row, placeA.column) || !isNumber(placeB.sheet, placeB.row, placeB.column))
    return false
  const [a, b] = [placeA, placeB].map(({ sheet, row, column }) => formulaAt(sheet, row, column))
  if (a !== undefined && isPlainSum(a.expression)) return false
  if (a === undefined && b === undefined)
    return isTyped(placeA.sheet, placeA.row, placeA.column) && isTyped(placeB.sheet, placeB.row, placeB.column)
  return a !== undefined && a.expression === b?.expression
}

/** The number between a sum and the end of its range. */
const leftOut = (inspection: Inspection, { formula, areas }: Total): Place | undefined => {
  const [area, another] = areas
  if (area === undefined || another !== undefined) return undefined
  const direction = directionOf({ formula, areas }, area)
  if (direction === undefined) return undefined
  const { sheet, row, column } = formula.place
  const last = { sheet, row: area.bottom, column: area.right }
  const next =
    direction === 'down'
      ? { sheet, row: area.bottom + 1, column: area.right }
      : { sheet, row: area.bottom, column: area.right + 1 }
  const isBetween = direction === 'down' ? next.row < row : next.column < column
  if (!isBetween || !isPeer(inspection, next, last)) return undefined
  // Next to the last line of the list, not in a separate line such as a tax rate or a count.
  if (direction === 'down' && labelOf(inspection, next) === undefined && labelOf(inspection, last) !== undefined)
    return undefined
  return next
}

const maxCovering = 2_000
/** Within this distance of a sum, a separate line for what it leaves out belongs to the same list. */
const nearby = 3

/** Whether a line next to a sum shows what the sum leaves out. */
const hasOwnLine = ({ formulaAt }: Inspection, { row, column, sheet }: Place, next: Place): boolean => {
  for (let by = -nearby; by <= nearby; by++) {
    const [area, another] = by === 0 ? [] : (formulaAt(sheet, row + by, column)?.areas ?? [])
    if (area === undefined || another !== undefined || area.sheet !== next.sheet) continue
    if (area.top === next.row && area.bottom === next.row && area.left === next.column && area.right === next.column)
      return true
  }
  return false
}

/** Sums that stop before a number that belongs to the list. */
export const sumRangeGaps: Check = (inspection) => {
  const { totals } = inspection
  if (totals.length === 0) return undefined
  // Indexed by row and column of their ranges: comparing all pairs of sums would take hours.
  const covering = groupBy(
    totals.flatMap(({ areas }) => areas),
    ({ sheet, top, bottom, left }) => (top === bottom ? `${sheet} row ${top}` : `${sheet} column ${left}`),
  )
  const isAddedElsewhere = ({ sheet, row, column }: Place): boolean =>
    [`${sheet} row ${row}`, `${sheet} column ${column}`].some((track) =>
      covering
        .get(track)
        ?.slice(0, maxCovering)
        .some(({ top, bottom, left, right }) => top <= row && row <= bottom && left <= column && column <= right),
    )
  const gaps = totals.flatMap((total) => {
    const next = leftOut(inspection, total)
    // The months of the next year, or the lines of the next block, have a separate sum.
    return next === undefined || isAddedElsewhere(next) || hasOwnLine(inspection, total.formula.place, next)
      ? []
      : [{ place: total.formula.place, text: total.formula.text, next }]
  })
  return [...groupBy(gaps, ({ place, next }) => `${place.sheet} ${place.row} ${next.row}`).values()].map(
    (group): Slip => {
      const { next, text } = group[0] ?? { next: { sheet: 0, row: 0, column: 0 }, text: '' }
      const places = group.map(({ place }) => place)
      const value = formatValue(inspection.valueAt(next.sheet, next.row, next.column))
      return {
        check: 'sum_range_gap',
        message: messages.sumLeavesOut({
          formula: formatFormula(text),
          cells: inspection.nameCells(places),
          next: inspection.nameOf(next),
          value,
        }),
        areas: rectangles(places),
      }
    },
  )
}
