import { lastColumn, lastRow } from '@deal-canvas/workbook-reader'
import { tag } from '../calculate/grid.ts'
import { findItem, lastNotAfter, lastNotBefore, matcher } from '../functions/search.ts'
import { isError, type Scalar } from '../value/value.ts'
import { areaSlot, type HelperMaker } from './helper-functions.ts'

/** Which cells of a rectangle are searched: its first column, its first row, or all of a single line. */
export type Line = 'column' | 'row' | 'only'

/**
 * The 0-based index of a value in a line of cells: mode 0 for exactly that value, 1 for the last that is not larger, -1
 * for the last that is not smaller. Infinite if not found, as for a division by zero: then it is certainly an error.
 */
export const placeIn =
  (line: Line, likeness: 'same' | 'wildcard'): HelperMaker =>
  ({ model: { grid }, slots }) => {
    const { numbers, tags } = grid
    const items: Scalar[] = []

    /** The same as `lastNotAfter`, on numbers in place: a binary search that skips everything but numbers. */
    const halve = (first: number, step: number, length: number, wanted: number): number => {
      let [low, high, found] = [0, length - 1, Number.POSITIVE_INFINITY]
      while (low <= high) {
        const middle = (low + high) >> 1
        let at = middle
        while (tags[first + at * step] !== tag.number && at < high) at += 1
        const id = first + at * step
        const order = tags[id] === tag.number ? (numbers[id] ?? 0) - wanted : 1
        if (order === 0) {
          while (at + 1 < length && tags[first + (at + 1) * step] === tag.number) {
            if (numbers[first + (at + 1) * step] !== wanted) break
            at += 1
          }
          return at
        }
        if (order > 0) high = middle - 1
        else {
          found = at
          low = at + 1
        }
      }
      return found
    }

    return (area: number, wanted: Scalar | undefined, kind: number) => {
      if (wanted === undefined || isError(wanted) || kind - kind !== 0) return Number.NaN
      // XLOOKUP matches an empty cell with an empty key; other functions look for 0.
      if (wanted === null && likeness === 'same') return Number.NaN
      const type = Math.trunc(kind)
      const [allRows, allColumns] = [slots[area + areaSlot.allRows] ?? 0, slots[area + areaSlot.allColumns] ?? 0]
      if (line === 'only' && allRows !== 1 && allColumns !== 1) return Number.NaN
      const isDown = line === 'column' || (line === 'only' && allColumns === 1)
      const first = slots[area] ?? 0
      const step = isDown ? (slots[area + areaSlot.step] ?? 0) : 1
      const length = slots[area + (isDown ? areaSlot.rows : areaSlot.columns)] ?? 0
      const isWhole = isDown ? allRows > lastRow : allColumns > lastColumn
      // Only the binary search reaches empty cells beyond the used range.
      if (length === 0 || (type !== 0 && !isWhole && length !== (isDown ? allRows : allColumns))) return Number.NaN
      if (typeof wanted === 'number') {
        if (wanted - wanted !== 0) return Number.NaN
        if (type > 0) return halve(first, step, length, wanted)
        if (type === 0) {
          for (let at = 0; at < length; at++)
            if (numbers[first + at * step] === wanted && tags[first + at * step] === tag.number) return at
          return Number.POSITIVE_INFINITY
        }
      }
      items.length = 0
      for (let at = 0; at < length; at++) items.push(grid.get(first + at * step))
      const place =
        type === 0
          ? findItem(items, matcher(wanted, likeness))
          : (type < 0 ? lastNotBefore : lastNotAfter)(items, wanted)
      return place === -1 ? Number.POSITIVE_INFINITY : place
    }
  }
