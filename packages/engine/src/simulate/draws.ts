import { normalInverse } from '../numeric/normal.ts'
import { choleskyOf } from './cholesky.ts'
import { createQuantile, type Distribution } from './distribution.ts'
import { createRandom, type Random, shuffled } from './random.ts'

export interface DrawRequest {
  readonly distributions: readonly Distribution[]
  readonly samples: number
  readonly seed: number
  /** How the inputs go together, by ranks: a symmetric matrix with ones on its diagonal. */
  readonly correlation?: readonly (readonly number[])[] | undefined
}

/** One of each of as many equal strata, in a random order: a hundred draws cover the range as a thousand random ones would. */
const stratified = (samples: number, random: Random): Float64Array => {
  const order = shuffled(samples, random)
  return Float64Array.from(order, (stratum) => (stratum + random()) / samples)
}

/** The places of values in their order. */
export const ranksOf = (values: Float64Array): Int32Array => {
  const order = Int32Array.from(values, (_, n) => n).sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
  const ranks = new Int32Array(values.length)
  order.forEach((place, rank) => {
    ranks[place] = rank
  })
  return ranks
}

/**
 * Puts the shares of each input into an order in which they go together as asked (Iman and Conover): the ranks are those of
 * correlated normal draws, the values stay the strata that they were.
 */
const correlate = (
  shares: readonly Float64Array[],
  correlation: readonly (readonly number[])[],
  random: Random,
): Float64Array[] => {
  const samples = shares[0]?.length ?? 0
  const lower = choleskyOf(correlation)
  const scores = shares.map(() => {
    const order = shuffled(samples, random)
    return Float64Array.from(order, (place) => normalInverse((place + 1) / (samples + 1)))
  })
  return shares.map((own, input) => {
    const wanted = Float64Array.from({ length: samples }, (_, n) =>
      (lower[input] ?? []).reduce((sum, weight, other) => sum + weight * (scores[other]?.[n] ?? 0), 0),
    )
    const sorted = own.slice().sort()
    return Float64Array.from(ranksOf(wanted), (rank) => sorted[rank] ?? 0)
  })
}

/** The values of all inputs in all samples: one list for each input. The same seed gives the same bytes. */
export const drawSamples = ({ distributions, samples, seed, correlation }: DrawRequest): Float64Array[] => {
  const shares = distributions.map((_, input) => stratified(samples, createRandom(seed, input)))
  const together =
    correlation === undefined ? shares : correlate(shares, correlation, createRandom(seed, distributions.length))
  return distributions.map((distribution, input) => {
    const quantile = createQuantile(distribution)
    return (together[input] ?? new Float64Array()).map(quantile)
  })
}
