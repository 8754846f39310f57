import { tag } from '../calculate/grid.ts'
import { type Criterion, readCriterion } from '../functions/criteria.ts'
import { sameNumber } from '../value/compare.ts'
import type { Scalar } from '../value/value.ts'
import { areaSlot, type HelperMaker, withLanes } from './helper-functions.ts'
import { createSumif } from './sumif-matcher.ts'
import { sumifLanes } from './sumif-matcher-lanes.ts'

/** The aggregate of the matching numbers. */
export type Conditional = 'sum' | 'count' | 'mean' | 'largest' | 'smallest'

/** Limit of the cache of parsed criteria: a column of them is the same in every computation. */
const maxCriteria = 4_096

/**
 * SUMIFS and related functions. The first argument is the rectangle of values (that of the first condition if there is
 * none), followed by alternating rectangles and criteria. Differing sizes, errors, and counting with criteria that an
 * empty cell meets are left to the interpreter.
 */
const oneConditional =
  (what: Conditional, conditions: number): HelperMaker =>
  ({ model: { grid }, slots }) => {
    const { numbers, tags } = grid
    const known = new Map<Scalar, Criterion>()
    const criterionOf = (given: Scalar): Criterion => {
      const before = known.get(given)
      if (before !== undefined) return before
      if (known.size >= maxCriteria) known.clear()
      const made = readCriterion(given)
      known.set(given, made)
      return made
    }
    /** The arguments of the current call: reused between calls to avoid allocations. */
    const areas: number[] = []
    const wanted: Scalar[] = []
    const criteria: Criterion[] = []

    const slotAt = (area: number, row: number, column: number): number =>
      row < (slots[area + areaSlot.rows] ?? 0) && column < (slots[area + areaSlot.columns] ?? 0)
        ? (slots[area] ?? 0) + row * (slots[area + areaSlot.step] ?? 0) + column
        : 0
    const isMet = (n: number, id: number): boolean => {
      const value = wanted[n]
      // Numbers are the most common criteria, and empty cells, TRUE and errors never match them.
      if (typeof value === 'number' && tags[id] !== tag.text)
        return tags[id] === tag.number && sameNumber(numbers[id] ?? 0, value)
      return criteria[n]?.(grid.get(id)) ?? false
    }
    const areAllMet = (row: number, column: number): boolean => {
      for (let n = 0; n < areas.length; n++) if (!isMet(n, slotAt(areas[n] ?? 0, row, column))) return false
      return true
    }

    const inGeneral = (given: readonly (number | Scalar | undefined)[]): number => {
      const values = Number(given[0])
      let [rows, columns] = [0, 0]
      areas.length = 0
      for (let n = 1; n < given.length; n += 2) {
        const [area, criterion] = [Number(given[n]), given[n + 1]]
        if (criterion === undefined) return Number.NaN
        if (slots[area + areaSlot.allRows] !== slots[values + areaSlot.allRows]) return Number.NaN
        if (slots[area + areaSlot.allColumns] !== slots[values + areaSlot.allColumns]) return Number.NaN
        wanted[areas.length] = criterion
        criteria[areas.length] = criterionOf(criterion)
        areas.push(area)
        rows = Math.max(rows, slots[area + areaSlot.rows] ?? 0)
        columns = Math.max(columns, slots[area + areaSlot.columns] ?? 0)
      }
      if (what === 'count' && areas.every((_, n) => criteria[n]?.(null))) return Number.NaN
      let [sum, count, best] = [0, 0, what === 'largest' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY]
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
          if (!areAllMet(row, column)) continue
          if (what === 'count') {
            count += 1
            continue
          }
          const id = slotAt(values, row, column)
          if (tags[id] === tag.error) return Number.NaN
          if (tags[id] !== tag.number) continue
          const value = numbers[id] ?? 0
          sum += value
          count += 1
          if (what === 'largest' ? value > best : value < best) best = value
        }
      if (what === 'sum') return sum
      if (what === 'count') return count
      if (what === 'mean') return sum / count
      return count === 0 ? 0 : best
    }
    if (what !== 'sum' || conditions > 1) return (...given: (number | Scalar | undefined)[]) => inGeneral(given)
    const sumBeside = createSumif(grid, slots)
    return (values: number, area: number, criterion: Scalar | undefined) => {
      const sum = typeof criterion === 'number' ? sumBeside(values, area, criterion) : undefined
      return sum ?? inGeneral([values, area, criterion])
    }
  }

/** The same, with sums of one condition computed for all lanes together. */
export const conditional = (what: Conditional, conditions: number): HelperMaker => {
  const one = oneConditional(what, conditions)
  return what === 'sum' && conditions === 1 ? withLanes(one, sumifLanes(one)) : one
}
