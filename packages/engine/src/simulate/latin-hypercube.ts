import { createRandom, shuffled } from './random.ts'

/**
 * One sample in each of equally many strata, in random order: a hundred samples cover the range like a thousand random
 * ones.
 */
export const latinShares = (dimension: number, samples: number, seed: number): Float64Array => {
  const random = createRandom(seed, dimension)
  const order = shuffled(samples, random)
  const shares = new Float64Array(samples)
  for (let n = 0; n < samples; n++) shares[n] = ((order[n] ?? 0) + random()) / samples
  return shares
}
