import { type Gaps, isSettled, lowest, maxSteps, nextIrrRate, nextRate } from './internal-rate.ts'
import { laneCount as lanes } from './lane-count.ts'

/**
 * Rates of return of several lists of payments at once: bit-identical to those of single lists, but while one sum waits
 * for its last addition, the others proceed. The payments of all lists are interleaved. NaN if a list needs a longer
 * search.
 */

/** The rates of all lists, and the values and derivatives of their payments at these rates. */
interface Search {
  readonly rates: Float64Array
  readonly values: Float64Array
  readonly changes: Float64Array
}

/** Evaluates four lists from `at` on. More would not fit into the CPU registers. */
type Evaluate = (search: Search, at: number) => void

const width = 4

/** How a search continues from a rate; `step` counts from 1. */
type NextRate = (rate: number, value: number, change: number, step: number) => number

const settleAll = (evaluate: Evaluate, advance: NextRate, guess: number, into: Float64Array): void => {
  const rates = new Float64Array(lanes).fill(guess)
  const [values, changes] = [new Float64Array(lanes), new Float64Array(lanes)]
  const search = { rates, values, changes }
  into.fill(Number.NaN)
  for (let at = 0; at < lanes; at += width) {
    let open = (1 << width) - 1
    for (let step = 0; step < maxSteps && open !== 0; step++) {
      evaluate(search, at)
      for (let n = 0; n < width; n++) {
        if ((open & (1 << n)) === 0) continue
        const rate = rates[at + n] as number
        const next = advance(rate, values[at + n] as number, changes[at + n] as number, step + 1)
        if (Number.isFinite(next) && !isSettled(rate, next)) rates[at + n] = next
        else {
          open &= ~(1 << n)
          if (next >= lowest && next < Number.POSITIVE_INFINITY) into[at + n] = next
        }
      }
    }
  }
}

/** The present values of payments at the ends of periods. */
const presentValues = (payments: Float64Array, count: number, { rates, values, changes }: Search, at: number): void => {
  const [f0, f1] = [1 / (1 + (rates[at] as number)), 1 / (1 + (rates[at + 1] as number))]
  const [f2, f3] = [1 / (1 + (rates[at + 2] as number)), 1 / (1 + (rates[at + 3] as number))]
  let [v0, v1, v2, v3, c0, c1, c2, c3] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let n = (count - 1) * lanes + at; n >= 0; n -= lanes) {
    c0 = c0 * f0 + v0
    v0 = v0 * f0 + (payments[n] as number)
    c1 = c1 * f1 + v1
    v1 = v1 * f1 + (payments[n + 1] as number)
    c2 = c2 * f2 + v2
    v2 = v2 * f2 + (payments[n + 2] as number)
    c3 = c3 * f3 + v3
    v3 = v3 * f3 + (payments[n + 3] as number)
  }
  values[at] = v0
  values[at + 1] = v1
  values[at + 2] = v2
  values[at + 3] = v3
  changes[at] = -c0 * f0 * f0
  changes[at + 1] = -c1 * f1 * f1
  changes[at + 2] = -c2 * f2 * f2
  changes[at + 3] = -c3 * f3 * f3
}

/** The same as `internalRate`. */
export const internalRates = (payments: Float64Array, count: number, guess: number, into: Float64Array): void => {
  settleAll((search, at) => presentValues(payments, count, search, at), nextIrrRate, guess, into)
}

/** The present values of payments on the same dates in all lists; `factors` are the powers of each gap. */
const presentValuesAtDays = (
  payments: Float64Array,
  { gaps, gapBefore }: Gaps,
  factors: Float64Array,
  { rates, values, changes }: Search,
  at: number,
): void => {
  for (let n = at; n < at + width; n++) {
    const growth = Math.log1p(rates[n] as number) / 365
    for (let gap = 0; gap < gaps.length; gap++) factors[gap * lanes + n] = Math.exp(-growth * (gaps[gap] as number))
  }
  const last = gapBefore.length - 1
  const end = last * lanes + at
  let [v0, v1] = [payments[end] as number, payments[end + 1] as number]
  let [v2, v3] = [payments[end + 2] as number, payments[end + 3] as number]
  let [c0, c1, c2, c3] = [0, 0, 0, 0]
  for (let n = last, from = end - lanes; n > 0; n--, from -= lanes) {
    const place = gapBefore[n] as number
    const gap = gaps[place] as number
    const factor = place * lanes + at
    const f0 = factors[factor] as number
    const f1 = factors[factor + 1] as number
    const f2 = factors[factor + 2] as number
    const f3 = factors[factor + 3] as number
    c0 = (c0 - gap * v0) * f0
    v0 = v0 * f0 + (payments[from] as number)
    c1 = (c1 - gap * v1) * f1
    v1 = v1 * f1 + (payments[from + 1] as number)
    c2 = (c2 - gap * v2) * f2
    v2 = v2 * f2 + (payments[from + 2] as number)
    c3 = (c3 - gap * v3) * f3
    v3 = v3 * f3 + (payments[from + 3] as number)
  }
  values[at] = v0
  values[at + 1] = v1
  values[at + 2] = v2
  values[at + 3] = v3
  changes[at] = c0 / (365 * (1 + (rates[at] as number)))
  changes[at + 1] = c1 / (365 * (1 + (rates[at + 1] as number)))
  changes[at + 2] = c2 / (365 * (1 + (rates[at + 2] as number)))
  changes[at + 3] = c3 / (365 * (1 + (rates[at + 3] as number)))
}

/** The same as `internalRateAtDays`, for payments on the same dates in all lists. */
export const internalRatesAtDays = (payments: Float64Array, gaps: Gaps, guess: number, into: Float64Array): void => {
  const factors = new Float64Array(gaps.gaps.length * lanes)
  settleAll((search, at) => presentValuesAtDays(payments, gaps, factors, search, at), nextRate, guess, into)
}
