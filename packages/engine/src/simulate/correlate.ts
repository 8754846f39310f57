import { choleskyOf, ImpossibleCorrelation } from './cholesky.ts'
import { sine } from './elementary.ts'
import { normalAt } from './normal-law.ts'
import { ranksOf } from './ranks.ts'

type Matrix = readonly (readonly number[])[]

/**
 * The correlation of normal scores that gives the requested rank correlation; unadjusted, it would be slightly lower.
 */
const ofScores = (correlation: Matrix): Matrix =>
  correlation.map((row, i) => row.map((rank, j) => (i === j ? 1 : 2 * sine((Math.PI * rank) / 6))))

/** A few possible rank correlations are impossible for scores; those are used unadjusted. */
const lowerOf = (correlation: Matrix): number[][] => {
  const asked = choleskyOf(correlation)
  try {
    return choleskyOf(ofScores(correlation))
  } catch (error) {
    if (error instanceof ImpossibleCorrelation) return asked
    throw error
  }
}

/** The chance correlation of scores that should be independent. */
const chance = (scores: readonly Float64Array[]): Matrix => {
  const both = (a: Float64Array, b: Float64Array): number => {
    let sum = 0
    for (let n = 0; n < a.length; n++) sum += (a[n] ?? 0) * (b[n] ?? 0)
    return sum
  }
  const sizes = scores.map((own) => Math.sqrt(both(own, own)))
  return scores.map((one, i) =>
    scores.map((other, j) => (i === j ? 1 : both(one, other) / ((sizes[i] ?? 1) * (sizes[j] ?? 1)))),
  )
}

/**
 * Reorders the quantiles of each input so that their ranks are correlated as requested (Iman and Conover), with chance
 * correlation removed; each input keeps its own quantiles.
 */
export const correlate = (shares: readonly Float64Array[], correlation: Matrix): Float64Array[] => {
  const samples = shares[0]?.length ?? 0
  const lower = lowerOf(correlation)
  const scores = shares.map((own) => own.map(normalAt))
  const found = choleskyOf(chance(scores))
  // With few trials and many inputs, chance correlation can be too strong to be removed.
  const isSound = found.every((row, n) => (row[n] ?? 0) > 0.1)
  const wanted = shares.map(() => new Float64Array(samples))
  const free = new Float64Array(shares.length)
  for (let sample = 0; sample < samples; sample++) {
    scores.forEach((own, i) => {
      let rest = own[sample] ?? 0
      if (isSound) {
        for (let j = 0; j < i; j++) rest -= (found[i]?.[j] ?? 0) * (free[j] ?? 0)
        rest /= found[i]?.[i] ?? 1
      }
      free[i] = rest
    })
    wanted.forEach((list, i) => {
      let sum = 0
      for (let j = 0; j <= i; j++) sum += (lower[i]?.[j] ?? 0) * (free[j] ?? 0)
      list[sample] = sum
    })
  }
  return shares.map((own, input) => {
    const sorted = own.slice().sort()
    return Float64Array.from(ranksOf(wanted[input] ?? own), (rank) => sorted[rank] ?? 0)
  })
}
