import { correlate } from './correlate.ts'
import { latinShares } from './latin-hypercube.ts'
import { sobolShares } from './sobol.ts'

export type Sampling = 'latin_hypercube' | 'sobol'

export interface DrawRequest {
  readonly inputs: number
  readonly samples: number
  readonly seed: number
  readonly sampling?: Sampling | undefined
  /** How the inputs go together, by ranks: a symmetric matrix with ones on its diagonal. */
  readonly correlation?: readonly (readonly number[])[] | undefined
}

/**
 * The share of its distribution at which each input stands in each sample: one list for each input, all between 0 and 1.
 * They depend on the request alone, so whoever needs them again gets the same bytes.
 */
export const drawShares = ({
  inputs,
  samples,
  seed,
  sampling = 'latin_hypercube',
  correlation,
}: DrawRequest): Float64Array[] => {
  const sharesOf = sampling === 'sobol' ? sobolShares : latinShares
  const shares = Array.from({ length: inputs }, (_, dimension) => sharesOf(dimension, samples, seed))
  return correlation === undefined ? shares : correlate(shares, correlation)
}
