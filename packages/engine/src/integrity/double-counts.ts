import { formatCell } from '../cell-reference.ts'
import type { Area } from '../value/value.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { directionOf, type Total } from './sums.ts'
import { inCells } from './wording.ts'

interface Directed {
  readonly total: Total
  readonly area: Area
  /** Where the total itself stands in its column or row, and where what it adds up begins and ends. */
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

/** The first total of a sorted list that stands at or after a place. */
const firstFrom = (list: readonly Directed[], at: number): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** How many totals inside another one are looked at: the first tells. */
const maxInside = 8

/** Totals that add up a subtotal together with its parts. */
export const doubleCounts: Check = ({ totals, valueAt }) => {
  if (totals.length === 0) return undefined
  const tracks = groupBy(totals.flatMap(directed), ({ track }) => track)
  const found: { outer: Directed; inner: Directed }[] = []
  for (const list of tracks.values()) {
    list.sort((a, b) => a.at - b.at)
    for (const outer of list) {
      // SUBTOTAL passes over the subtotals inside of it.
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
    const cell = subtotal === undefined ? '' : formatCell(subtotal)
    return {
      check: 'double_count',
      message: `=${text} adds the subtotal in ${cell} and the cells that it sums${inCells(group.length)}.`,
      areas: rectangles(group.map(({ outer }) => outer.total.formula.place)),
    }
  })
}
