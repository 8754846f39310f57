import { createRandom, shuffled } from './random.ts'

/** One of each of as many equal strata, in a random order: a hundred draws cover the range as a thousand random ones would. */
export const latinShares = (dimension: number, samples: number, seed: number): Float64Array => {
  const random = createRandom(seed, dimension)
  const order = shuffled(samples, random)
  const shares = new Float64Array(samples)
  for (let n = 0; n < samples; n++) shares[n] = ((order[n] ?? 0) + random()) / samples
  return shares
}
