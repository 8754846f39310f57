/** How many of sorted numbers are smaller than one. */
export const countBelow = (sorted: Float64Array, value: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Number.NaN) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** How many of sorted numbers are not greater than one. */
export const countUpTo = (sorted: Float64Array, value: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Number.NaN) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The place of each number in their order, from 0; equal ones in the order in which they stand. (Sorting numbers and looking
 * each up is five times as fast as sorting places by a comparison.)
 */
export const ranksOf = (values: Float64Array): Int32Array => {
  const sorted = values.slice().sort()
  const taken = new Int32Array(values.length)
  return Int32Array.from(values, (value) => {
    const first = countBelow(sorted, value)
    const rank = first + (taken[first] ?? 0)
    taken[first] = (taken[first] ?? 0) + 1
    return rank
  })
}

/** The same, but equal numbers share the middle of their places, as a rank correlation needs it. */
export const sharedRanksOf = (values: Float64Array, sorted: Float64Array = values.slice().sort()): Float64Array => {
  const ranks = new Float64Array(values.length)
  for (let n = 0; n < values.length; n++) {
    const value = values[n] ?? Number.NaN
    const first = countBelow(sorted, value)
    const isAlone = sorted[first + 1] !== value
    ranks[n] = isAlone ? first : (first + countUpTo(sorted, value) - 1) / 2
  }
  return ranks
}
