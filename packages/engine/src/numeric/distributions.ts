/** Distributions built on the incomplete gamma and beta functions, and their inverses. */
import { betaBelow, reciprocalBeta } from './beta.ts'
import { gammaAbove, gammaBelow } from './gamma.ts'
import { invertAboveZero } from './root.ts'

/** The lower quantile of the gamma distribution of shape a. */
export const gammaInverse = (part: number, a: number): number | undefined =>
  part === 0 ? 0 : invertAboveZero((x) => gammaBelow(a, x), part, a)

/** The upper quantile. */
export const gammaInverseAbove = (part: number, a: number): number | undefined =>
  part === 1 ? 0 : invertAboveZero((x) => -gammaAbove(a, x), -part, a)

/** The quantile of the beta distribution. Above the middle, 1 - x is solved for, which has more digits. */
export const betaInverse = (part: number, a: number, b: number): number | undefined => {
  if (part === 0 || part === 1) return part
  if (betaBelow(0.5, a, b) >= part) return invertAboveZero((x) => betaBelow(x, a, b), part, 0.5)
  const rest = invertAboveZero((y) => betaBelow(y, b, a), 1 - part, 0.5)
  return rest === undefined ? undefined : 1 - rest
}

/** The two-tailed probability of Student's t distribution. */
export const studentBeyond = (t: number, freedom: number): number => {
  const square = t * t
  const total = freedom + square
  return betaBelow(freedom / total, freedom / 2, 0.5, square / total)
}

export const studentBelow = (t: number, freedom: number): number => {
  const beyond = studentBeyond(t, freedom) / 2
  return t < 0 ? beyond : 1 - beyond
}

export const studentDensity = (t: number, freedom: number): number =>
  (reciprocalBeta(0.5, freedom / 2) / Math.sqrt(freedom)) *
  Math.exp((-(freedom + 1) / 2) * Math.log1p((t * t) / freedom))

/** The two-tailed quantile of Student's t distribution. */
export const studentInverseBeyond = (part: number, freedom: number): number | undefined =>
  part === 1 ? 0 : invertAboveZero((t) => -studentBeyond(t, freedom), -part)

/** The cumulative F distribution at x. */
export const fisherBelow = (x: number, df1: number, df2: number): number => {
  if (x <= 0) return 0
  const total = df1 * x + df2
  return betaBelow((df1 * x) / total, df1 / 2, df2 / 2, df2 / total)
}

export const fisherAbove = (x: number, df1: number, df2: number): number => {
  if (x <= 0) return 1
  const total = df1 * x + df2
  return betaBelow(df2 / total, df2 / 2, df1 / 2, (df1 * x) / total)
}

export const fisherInverse = (part: number, df1: number, df2: number): number | undefined =>
  part === 0 ? 0 : invertAboveZero((x) => fisherBelow(x, df1, df2), part)

/** The cumulative binomial distribution at k. */
export const binomialBelow = (k: number, n: number, p: number): number => {
  if (k < 0) return 0
  return k >= n ? 1 : betaBelow(1 - p, n - k, k + 1, p)
}

/** The cumulative Poisson distribution at k. */
export const poissonBelow = (k: number, mean: number): number => (k < 0 ? 0 : gammaAbove(k + 1, mean))
