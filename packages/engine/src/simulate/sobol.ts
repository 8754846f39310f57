import { createRandom } from './random.ts'

/**
 * The Sobol sequence: points that fill all dimensions evenly. Direction numbers of S. Joe and F. Y. Kuo (2008); the
 * first dimension needs none.
 */
const directions: readonly (readonly [degree: number, polynomial: number, first: readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
  [5, 14, [1, 3, 5, 5, 31]],
  [6, 1, [1, 3, 3, 9, 7, 49]],
  [6, 13, [1, 1, 1, 15, 21, 21]],
  [6, 16, [1, 3, 1, 13, 27, 49]],
  [6, 19, [1, 1, 1, 15, 7, 5]],
  [6, 22, [1, 3, 1, 15, 13, 25]],
  [6, 25, [1, 1, 5, 5, 19, 61]],
  [7, 1, [1, 3, 7, 11, 23, 15, 103]],
]

/** Maximum number of inputs: the dimensions of the sequence. */
export const sobolDimensions = directions.length + 1

const bits = 32

/** What each bit of a trial's index adds to its point, as 32-bit integers. */
const columnsOf = (dimension: number): Uint32Array => {
  const columns = new Uint32Array(bits)
  const direction = directions[dimension - 1]
  if (direction === undefined) {
    for (let n = 0; n < bits; n++) columns[n] = 1 << (bits - 1 - n)
    return columns
  }
  const [degree, polynomial, first] = direction
  for (let n = 0; n < bits; n++) {
    if (n < degree) {
      columns[n] = (first[n] ?? 1) << (bits - 1 - n)
      continue
    }
    const back = columns[n - degree] ?? 0
    let column = back ^ (back >>> degree)
    for (let k = 1; k < degree; k++) if ((polynomial >>> (degree - 1 - k)) & 1) column ^= columns[n - k] ?? 0
    columns[n] = column
  }
  return columns
}

/** The shares of one dimension, shifted by the seed so that other seeds give other points that are as even. */
export const sobolShares = (dimension: number, samples: number, seed: number): Float64Array => {
  const columns = columnsOf(dimension)
  const shift = Math.floor(createRandom(seed, dimension)() * 4_294_967_296)
  const shares = new Float64Array(samples)
  for (let sample = 0; sample < samples; sample++) {
    let point = shift
    for (let n = 0, rest = sample; rest > 0; n++, rest >>>= 1) if (rest & 1) point ^= columns[n] ?? 0
    // In the middle of its cell: a share of exactly 0 would be minus infinity in some distributions.
    shares[sample] = ((point >>> 0) + 0.5) / 4_294_967_296
  }
  return shares
}
