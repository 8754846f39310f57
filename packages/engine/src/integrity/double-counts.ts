import { findingMessages as messages } from '../messages/findings.ts'
import type { Area } from '../value/value.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { directionOf, type Total } from './sums.ts'
import { formatFormula } from './wording.ts'

interface Directed {
  readonly total: Total
  readonly area: Area
  /** The position of the total in its column or row, and the start and end of its range. */
  readonly at: number
  readonly from: number
  readonly to: number
  readonly track: string
}

const directed = (total: Total): Directed[] =>
  total.areas.flatMap((area) => {
    const direction = directionOf(total, area)
    const { sheet, row, column } = total.formula.place
    if (direction === undefined) return []
    return direction === 'down'
      ? [{ total, area, at: row, from: area.top, to: area.bottom, track: `${sheet} down ${column}` }]
      : [{ total, area, at: column, from: area.left, to: area.right, track: `${sheet} along ${row}` }]
  })

/** The first total in a sorted list at or after a position. */
const firstFrom = (list: readonly Directed[], at: number): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Maximum number of inner totals examined per total: the first is enough to report. */
const maxInside = 8

/** Totals that include a subtotal together with its parts. */
export const doubleCounts: Check = ({ totals, valueAt, nameOf, nameCells }) => {
  if (totals.length === 0) return undefined
  const tracks = groupBy(totals.flatMap(directed), ({ track }) => track)
  const found: { outer: Directed; inner: Directed }[] = []
  for (const list of tracks.values()) {
    list.sort((a, b) => a.at - b.at)
    for (const outer of list) {
      // SUBTOTAL ignores the subtotals inside its range.
      if (outer.total.formula.functions.has('SUBTOTAL')) continue
      const start = firstFrom(list, outer.from)
      for (const inner of list.slice(start, start + maxInside)) {
        if (inner.at > outer.to) break
        if (inner === outer || inner.at === outer.at || inner.from < outer.from || inner.to > outer.to) continue
        const { sheet, row, column } = inner.total.formula.place
        const value = valueAt(sheet, row, column)
        if (typeof value !== 'number' || value === 0) continue
        found.push({ outer, inner })
        break
      }
    }
  }
  return [
    ...groupBy(found, ({ outer, inner }) => {
      const { sheet, row } = outer.total.formula.place
      return `${sheet} ${row} ${inner.total.formula.place.row}`
    }).values(),
  ].map((group): Slip => {
    const [text, subtotal] = [group[0]?.outer.total.formula.text ?? '', group[0]?.inner.total.formula.place]
    const places = group.map(({ outer }) => outer.total.formula.place)
    return {
      check: 'double_count',
      message: messages.doubleCount({
        formula: formatFormula(text),
        cells: nameCells(places),
        subtotal: subtotal === undefined ? '' : nameOf(subtotal),
      }),
      areas: rectangles(places),
    }
  })
}
