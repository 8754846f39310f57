import { findRoot } from './root.ts'

/** A function of a rate, and its derivative. */
export interface Slope {
  readonly value: number
  readonly change: number
}

/** The search ends when steps are this close together. */
const closeness = 1e-14
export const maxSteps = 60

/** The start of the search for sign changes. */
export const lowest = -0.99999999

/** The next Newton step; NaN if there is none. A step below -1, where there is no rate, goes halfway to -1 instead. */
export const nextRate = (rate: number, value: number, change: number): number => {
  if (value === 0) return rate
  const next = rate - value / change
  return next <= -1 ? (rate - 1) / 2 : next
}

/** Whether a step no longer makes progress. */
export const isSettled = (rate: number, next: number): boolean =>
  Math.abs(next - rate) <= closeness * Math.max(1, Math.abs(next))

/** Newton's method from a guess; undefined if it does not converge above -1. */
const settle = (
  f: (rate: number) => Slope,
  guess: number,
  { steps = maxSteps, enough = closeness } = {},
): number | undefined => {
  let [rate, gap] = [guess, Number.POSITIVE_INFINITY]
  for (let step = 0; step < steps; step++) {
    const { value, change } = f(rate)
    const next = nextRate(rate, value, change)
    if (!Number.isFinite(next)) return undefined
    // Steps that creep to -1 get close together without a root.
    if (isSettled(rate, next)) return next >= lowest ? next : undefined
    gap = Math.abs(next - rate) / Math.max(1, Math.abs(next))
    rate = next
  }
  return gap <= enough && rate >= lowest ? rate : undefined
}

/** Rates between which to look for a sign change, from -1 upwards. */
const ladder: readonly number[] = [
  lowest,
  -0.9999,
  -0.99,
  -0.95,
  -0.9,
  -0.8,
  -0.7,
  -0.6,
  -0.5,
  -0.4,
  -0.3,
  -0.2,
  -0.15,
  -0.1,
  -0.05,
  -0.02,
  0,
  0.02,
  0.05,
  0.1,
  0.15,
  0.2,
  0.3,
  0.4,
  0.5,
  0.7,
  1,
  1.5,
  2,
  3,
  5,
  10,
  20,
  50,
  100,
  1e3,
  1e4,
  1e6,
  1e9,
]

/** The root closest to the guess among the steps of the ladder. */
const climb = (f: (rate: number) => number, guess: number): number | undefined => {
  let found: number | undefined
  for (let step = 1; step < ladder.length; step++) {
    const root = findRoot(f, ladder[step - 1] as number, ladder[step] as number)
    if (root !== undefined && (found === undefined || Math.abs(root - guess) < Math.abs(found - guess))) found = root
  }
  return found
}

/** A rate at which the function is 0: Newton's method, with a search for sign changes as the fallback. */
export const solveRate = (f: (rate: number) => Slope, guess: number): number | undefined => {
  return settle(f, guess) ?? climb((rate) => f(rate).value, guess)
}

/** The present value of payments at the ends of periods, the first of them now. */
const presentValue = (payments: Float64Array, rate: number): Slope => {
  const factor = 1 / (1 + rate)
  let [value, change] = [0, 0]
  for (let n = payments.length - 1; n >= 0; n--) {
    change = change * factor + value
    value = value * factor + (payments[n] as number)
  }
  return { value, change: -change * factor * factor }
}

/** The rate at which payments at equal intervals have zero present value, found from any guess if it exists. */
export const anyInternalRate = (payments: readonly number[]): number | undefined => {
  const list = Float64Array.from(payments)
  return solveRate((rate) => presentValue(list, rate), 0.1)
}

/** Excel's IRR fails after this many steps that are not within this distance. */
const irrSteps = 20
const irrCloseness = 1e-7

/** The next step of IRR; NaN if it fails. Intermediate steps can go below -1, where there is no rate. */
export const nextIrrRate = (rate: number, value: number, change: number, step: number): number => {
  const next = value === 0 ? rate : rate - value / change
  return step >= irrSteps && Math.abs(next - rate) > irrCloseness ? Number.NaN : next
}

/**
 * IRR as Excel documents it: Newton's method from the guess; undefined (#NUM!) if 20 steps do not lead to a rate above
 * -1. Payments of -70,000, 12,000 and 15,000 therefore need a guess, although they have a rate of -44 %.
 */
export const internalRate = (payments: Float64Array, guess: number): number | undefined => {
  let rate = guess
  for (let step = 1; step <= maxSteps; step++) {
    const { value, change } = presentValue(payments, rate)
    const next = nextIrrRate(rate, value, change, step)
    if (!Number.isFinite(next)) return undefined
    if (isSettled(rate, next)) return next >= lowest ? next : undefined
    rate = next
  }
  // The last digits oscillate.
  return rate >= lowest ? rate : undefined
}

/** Maximum number of distinct gaps between payments that are compared; months have four. */
const maxGaps = 8

/** The intervals between payments: each distinct gap once, and the index of the gap before each payment. */
export interface Gaps {
  readonly gaps: readonly number[]
  readonly gapBefore: Uint32Array
}

/** Finds the gaps between dates. */
export const gapsOf = (days: readonly number[]): Gaps => {
  const gaps: number[] = []
  const gapBefore = new Uint32Array(days.length)
  for (let n = 1; n < days.length; n++) {
    const gap = (days[n] as number) - (days[n - 1] as number)
    let place = 0
    while (place < gaps.length && place < maxGaps && gaps[place] !== gap) place += 1
    if (place === maxGaps) place = gaps.length
    if (place === gaps.length) gaps.push(gap)
    gapBefore[n] = place
  }
  return { gaps, gapBefore }
}

/** Excel's XIRR fails after this many steps that are not within this distance (0.000001 %). */
const xirr = { steps: 100, enough: 1e-8 }

/**
 * The present value of payments at given intervals. Each payment is discounted to the previous one, and the power for
 * each gap is computed once, into `factors`: computing one per payment was seven times slower.
 */
const presentValueAtDays = (
  payments: Float64Array,
  { gaps, gapBefore }: Gaps,
  factors: Float64Array,
  rate: number,
): Slope => {
  const growth = Math.log1p(rate) / 365
  for (let n = 0; n < gaps.length; n++) factors[n] = Math.exp(-growth * (gaps[n] as number))
  const last = payments.length - 1
  let [value, change] = [payments[last] as number, 0]
  for (let n = last; n > 0; n--) {
    const gap = gapBefore[n] as number
    const factor = factors[gap] as number
    change = (change - (gaps[gap] as number) * value) * factor
    value = value * factor + (payments[n - 1] as number)
  }
  return { value, change: change / (365 * (1 + rate)) }
}

/**
 * XIRR as Excel documents it: Newton's method from the guess; undefined (#NUM!) if 100 steps do not lead to a rate.
 * What Excel does with a step below -1 is not documented and could not be tested: here it goes halfway to -1, so that
 * the rate of a loss is found.
 */
export const internalRateAtDays = (payments: Float64Array, gaps: Gaps, guess: number): number | undefined => {
  const factors = new Float64Array(gaps.gaps.length)
  return settle((rate) => presentValueAtDays(payments, gaps, factors, rate), guess, xirr)
}
