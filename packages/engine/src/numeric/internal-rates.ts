import { type Gaps, isSettled, lowest, maxSteps, nextIrrRate, nextRate } from './internal-rate.ts'
import { laneCount as lanes } from './lane-count.ts'

/**
 * Rates of return of several lists of payments at once: bit-identical to those of single lists, but while one sum waits
 * for its last addition, the others proceed. The payments of all lists are interleaved. NaN if a list needs a longer
 * search.
 */

/** Four lists from `at` on: their values and derivatives at their rates. More would not fit into the CPU registers. */
type Evaluate = (rates: Float64Array, at: number, values: Float64Array, changes: Float64Array) => void

const width = 4

/** How a search continues from a rate; `step` counts from 1. */
type NextRate = (rate: number, value: number, change: number, step: number) => number

const settleAll = (evaluate: Evaluate, advance: NextRate, guess: number, into: Float64Array): void => {
  const [rates, values, changes] = [new Float64Array(lanes), new Float64Array(lanes), new Float64Array(lanes)]
  rates.fill(guess)
  into.fill(Number.NaN)
  for (let at = 0; at < lanes; at += width) {
    let open = (1 << width) - 1
    for (let step = 0; step < maxSteps && open !== 0; step++) {
      evaluate(rates, at, values, changes)
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

/** The same as `internalRate`. */
export const internalRates = (payments: Float64Array, count: number, guess: number, into: Float64Array): void => {
  settleAll(
    (rates, at, values, changes) => {
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
    },
    nextIrrRate,
    guess,
    into,
  )
}

/** The same as `internalRateAtDays`, for payments on the same dates in all lists. */
export const internalRatesAtDays = (
  payments: Float64Array,
  { gaps, gapBefore }: Gaps,
  guess: number,
  into: Float64Array,
): void => {
  const factors = new Float64Array(gaps.length * lanes)
  const last = gapBefore.length - 1
  settleAll(
    (rates, at, values, changes) => {
      for (let n = at; n < at + width; n++) {
        const growth = Math.log1p(rates[n] as number) / 365
        for (let gap = 0; gap < gaps.length; gap++) factors[gap * lanes + n] = Math.exp(-growth * (gaps[gap] as number))
      }
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
    },
    nextRate,
    guess,
    into,
  )
}
