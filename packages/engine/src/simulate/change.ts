import { orderNumbers } from './order.ts'
import { countBelow, countUpTo } from './ranks.ts'
import { type Summary, summaryOf } from './summary.ts'

/** The effect of a change on a number, with everything else equal before and after it. */
export interface ChangeSummary extends Summary {
  /** Null if it is unknown which direction is better. */
  readonly probabilityBetter: number | null
  readonly probabilityWorse: number | null
}

/** Repeated searches, or sums in another order, differ in their last digits; that is not a change. */
const rounding = 1e-12

/** The change in each trial. */
export const differencesOf = (before: Float64Array, after: Float64Array): Float64Array => {
  const differences = new Float64Array(after.length)
  for (let n = 0; n < after.length; n++) {
    const old = before[n] ?? Number.NaN
    const current = after[n] ?? Number.NaN
    const difference = current - old
    const isNone = Math.abs(difference) <= rounding * Math.max(Math.abs(old), Math.abs(current))
    differences[n] = isNone ? 0 : difference
  }
  return differences
}

/** The sorted differences of numbers from themselves. */
const noDifferences = (values: Float64Array): Float64Array => {
  let count = 0
  for (let n = 0; n < values.length; n++) if (Number.isFinite(values[n])) count += 1
  return new Float64Array(count)
}

/** Compares trial by trial; undefined if none is a number on both sides. */
export const changeOf = (
  before: Float64Array,
  after: Float64Array,
  better: 'higher' | 'lower' | null,
): ChangeSummary | undefined => {
  const sorted = before === after ? noDifferences(after) : orderNumbers(differencesOf(before, after)).sorted
  const summary = summaryOf(sorted, after.length)
  if (summary === undefined) return undefined
  const falls = countBelow(sorted, 0) / sorted.length
  const rises = (sorted.length - countUpTo(sorted, 0)) / sorted.length
  return {
    ...summary,
    probabilityBetter: better === null ? null : better === 'higher' ? rises : falls,
    probabilityWorse: better === null ? null : better === 'higher' ? falls : rises,
  }
}
