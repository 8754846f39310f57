import { type Ordered, orderNumbers } from './order.ts'

/** The number of sorted values smaller than the given one. */
export const countBelow = (sorted: Float64Array, value: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Number.NaN) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of sorted values not greater than the given one. */
export const countUpTo = (sorted: Float64Array, value: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Number.NaN) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** The 0-based rank of each number; ties in their original order. */
export const ranksOf = (values: Float64Array): Int32Array => {
  const { places } = orderNumbers(values)
  const ranks = new Int32Array(values.length)
  for (let n = 0; n < places.length; n++) ranks[places[n] as number] = n
  return ranks
}

/** The same, but ties share their mean rank, as a rank correlation requires. */
export const sharedRanksOf = (values: Float64Array, ordered: Ordered = orderNumbers(values)): Float64Array => {
  const { sorted, places } = ordered
  const ranks = new Float64Array(values.length)
  for (let first = 0; first < places.length; ) {
    let next = first + 1
    while (next < places.length && sorted[next] === sorted[first]) next += 1
    for (let n = first; n < next; n++) ranks[places[n] as number] = (first + next - 1) / 2
    first = next
  }
  return ranks
}
