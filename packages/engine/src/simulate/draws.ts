import { correlate } from './correlate.ts'
import { latinShares } from './latin-hypercube.ts'
import { sobolShares } from './sobol.ts'

export type Sampling = 'latin_hypercube' | 'sobol'

export interface DrawRequest {
  readonly inputs: number
  readonly samples: number
  readonly seed: number
  readonly sampling?: Sampling | undefined
  /** The rank correlation of the inputs: a symmetric matrix with ones on its diagonal. */
  readonly correlation?: readonly (readonly number[])[] | undefined
}

/**
 * The share of its distribution for each input in each trial: one list per input, all between 0 and 1. They depend only
 * on the request, so they are bit-identical whenever they are computed again.
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
