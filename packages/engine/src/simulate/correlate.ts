import { choleskyOf, ImpossibleCorrelation } from './cholesky.ts'
import { sine } from './elementary.ts'
import { normalAt } from './normal-law.ts'
import { ranksOf } from './ranks.ts'

type Matrix = readonly (readonly number[])[]

/** Normal scores that go together like this have ranks that go together as asked; a little less, if it were left as it is. */
const ofScores = (correlation: Matrix): Matrix =>
  correlation.map((row, i) => row.map((rank, j) => (i === j ? 1 : 2 * sine((Math.PI * rank) / 6))))

/** A few sets of ranks that are possible are none of scores; those are taken as they are. */
const lowerOf = (correlation: Matrix): number[][] => {
  const asked = choleskyOf(correlation)
  try {
    return choleskyOf(ofScores(correlation))
  } catch (error) {
    if (error instanceof ImpossibleCorrelation) return asked
    throw error
  }
}

/** How scores that should have nothing in common go together by chance. */
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
 * Puts the shares of each input into an order in which their ranks go together as asked (Iman and Conover), chance taken
 * out; each input keeps the shares that it had.
 */
export const correlate = (shares: readonly Float64Array[], correlation: Matrix): Float64Array[] => {
  const samples = shares[0]?.length ?? 0
  const lower = lowerOf(correlation)
  const scores = shares.map((own) => own.map(normalAt))
  const found = choleskyOf(chance(scores))
  // Few samples of many inputs may hang together by chance so much that it cannot be taken out.
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
