import { findRoot } from './root.ts'

/** A function of a rate, and how fast it changes. */
export interface Slope {
  readonly value: number
  readonly change: number
}

/** Steps are this close together when the search has come to its end. */
const closeness = 1e-14
const mostSteps = 60

/** Newton's method from a guess; undefined where it does not settle above -1. */
const settle = (f: (rate: number) => Slope, guess: number): number | undefined => {
  let rate = guess
  for (let step = 0; step < mostSteps; step++) {
    const { value, change } = f(rate)
    if (value === 0) return rate
    let next = rate - value / change
    if (!Number.isFinite(next)) return undefined
    // Below -1 there is no rate: half the way there.
    if (next <= -1) next = (rate - 1) / 2
    if (Math.abs(next - rate) <= closeness * Math.max(1, Math.abs(next))) return next
    rate = next
  }
  return undefined
}

/** Rates between which to look for a change of sign, from -1 upwards. */
const ladder: readonly number[] = [
  -0.99999999, -0.9999, -0.99, -0.95, -0.9, -0.8, -0.7, -0.6, -0.5, -0.4, -0.3, -0.2, -0.15, -0.1, -0.05, -0.02, 0,
  0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 20, 50, 100, 1e3, 1e4, 1e6, 1e9,
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

/** A rate at which the function is 0: Newton's method, and where that fails a search for changes of sign. */
export const solveRate = (f: (rate: number) => Slope, guess: number): number | undefined => {
  const found = settle(f, guess)
  if (found !== undefined && found > -1) return found
  return climb((rate) => f(rate).value, guess)
}

/** The present value of payments at the ends of periods, the first of them now. */
const presentValue =
  (payments: readonly number[]) =>
  (rate: number): Slope => {
    const factor = 1 / (1 + rate)
    let [value, change] = [0, 0]
    for (let n = payments.length - 1; n >= 0; n--) {
      change = change * factor + value
      value = value * factor + (payments[n] as number)
    }
    return { value, change: -change * factor * factor }
  }

/** The rate at which payments at equal intervals are worth nothing today. */
export const internalRate = (payments: readonly number[], guess: number): number | undefined =>
  solveRate(presentValue(payments), guess)

/** The same for payments at any times, in years from the first. */
export const internalRateAtTimes = (
  payments: readonly number[],
  years: readonly number[],
  guess: number,
): number | undefined =>
  solveRate((rate) => {
    let [value, change] = [0, 0]
    for (let n = 0; n < payments.length; n++) {
      const time = years[n] as number
      const worth = (payments[n] as number) / (1 + rate) ** time
      value += worth
      change -= (time * worth) / (1 + rate)
    }
    return { value, change }
  }, guess)
