/** Sorted numbers, and the original index of each. Non-numbers are left out. */
export interface Ordered {
  readonly sorted: Float64Array
  readonly places: Uint32Array
}

/** Which half of a number comes first in memory. */
const lowHalf = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1

/** Radix of 11 bits, from the least significant: three digits in each half of a number. */
const digits = [0, 11, 22, 32, 43, 54].map((bit) => ({ isHigh: bit >= 32, shift: bit % 32 }))
const size = 2_048

/**
 * A stable radix sort of numbers, from the least to the most significant digit. Sorting by comparisons and then looking
 * up each number's rank took four times as long.
 */
export const orderNumbers = (values: Float64Array): Ordered => {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length * 2)
  let [low, high, places] = [
    new Uint32Array(values.length),
    new Uint32Array(values.length),
    new Uint32Array(values.length),
  ]
  const counts = new Uint32Array(size * digits.length)
  const tally = (at: number): void => {
    counts[at] = (counts[at] as number) + 1
  }
  let count = 0
  for (let n = 0; n < values.length; n++) {
    if (Number.isNaN(values[n])) continue
    // As integers, negative numbers would sort last and in reverse.
    const top = bits[2 * n + 1 - lowHalf] as number
    const mask = top >>> 31 === 1 ? 0xffffffff : 0
    const a = ((bits[2 * n + lowHalf] as number) ^ mask) >>> 0
    const b = (top ^ (mask | 0x80000000)) >>> 0
    low[count] = a
    high[count] = b
    places[count] = n
    count += 1
    tally(a & 2047)
    tally(size + ((a >>> 11) & 2047))
    tally(2 * size + (a >>> 22))
    tally(3 * size + (b & 2047))
    tally(4 * size + ((b >>> 11) & 2047))
    tally(5 * size + (b >>> 22))
  }
  let [nextLow, nextHigh, nextPlaces] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)]
  digits.forEach(({ isHigh, shift }, digit) => {
    const from = counts.subarray(digit * size, (digit + 1) * size)
    const keys = isHigh ? high : low
    // A digit that is the same in all numbers, as the first ones mostly are, changes nothing.
    if (count === 0 || from[((keys[0] as number) >>> shift) & 2047] === count) return
    let before = 0
    for (let n = 0; n < size; n++) {
      const here = from[n] as number
      from[n] = before
      before += here
    }
    for (let n = 0; n < count; n++) {
      const key = ((keys[n] as number) >>> shift) & 2047
      const to = from[key] as number
      from[key] = to + 1
      nextLow[to] = low[n] as number
      nextHigh[to] = high[n] as number
      nextPlaces[to] = places[n] as number
    }
    ;[low, nextLow] = [nextLow, low]
    ;[high, nextHigh] = [nextHigh, high]
    ;[places, nextPlaces] = [nextPlaces, places]
  })
  const sorted = new Float64Array(count)
  for (let n = 0; n < count; n++) sorted[n] = values[places[n] as number] as number
  return { sorted, places: places.subarray(0, count) }
}
