/** Sorted numbers, and the original index of each. Non-numbers are left out. */
export interface Ordered {
  readonly sorted: Float64Array
  readonly places: Uint32Array
}

/** Which half of a number comes first in memory. */
const lowHalf = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1

/** Radix of 11 bits, from the least significant: three digits in each half of a number. */
const digitsPerHalf = 3
const digitBits = 11
const size = 2 ** digitBits
const digitOf = (key: number, digit: number): number => (key >>> (digit * digitBits)) & (size - 1)

/**
 * Reorders places by one digit of their keys, and keeps the order of equal digits. `counts` are how often each digit
 * occurs. False if all are equal.
 */
const sortByDigit = (
  keys: Uint32Array,
  digit: number,
  counts: Uint32Array,
  { places, into }: { places: Uint32Array; into: Uint32Array },
): boolean => {
  const count = places.length
  // A digit that is the same in all numbers, as the first ones mostly are, changes nothing.
  if (count === 0 || counts[digitOf(keys[places[0] as number] as number, digit)] === count) return false
  for (let n = 0, before = 0; n < size; n++) {
    const here = counts[n] as number
    counts[n] = before
    before += here
  }
  for (let n = 0; n < count; n++) {
    const place = places[n] as number
    const own = digitOf(keys[place] as number, digit)
    const to = counts[own] as number
    counts[own] = to + 1
    into[to] = place
  }
  return true
}

/** A stable radix sort of the places of numbers, from the least to the most significant digit. */
const sortPlaces = (values: Float64Array): Uint32Array => {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length * 2)
  const halves = [new Uint32Array(values.length), new Uint32Array(values.length)] as const
  const [low, high] = halves
  const counts = new Uint32Array(size * digitsPerHalf * halves.length)
  const all = new Uint32Array(values.length)
  let count = 0
  for (let n = 0; n < values.length; n++) {
    if (Number.isNaN(values[n])) continue
    // As integers, negative numbers would sort last and in reverse.
    const top = bits[2 * n + 1 - lowHalf] as number
    const mask = top >>> 31 === 1 ? 0xffffffff : 0
    const a = ((bits[2 * n + lowHalf] as number) ^ mask) >>> 0
    const b = (top ^ (mask | 0x80000000)) >>> 0
    low[n] = a
    high[n] = b
    all[count++] = n
    for (let digit = 0; digit < digitsPerHalf; digit++) {
      const [ofLow, ofHigh] = [digit * size + digitOf(a, digit), (digit + digitsPerHalf) * size + digitOf(b, digit)]
      counts[ofLow] = (counts[ofLow] as number) + 1
      counts[ofHigh] = (counts[ofHigh] as number) + 1
    }
  }
  let [places, into] = [all.subarray(0, count), new Uint32Array(count)]
  halves.forEach((keys, half) => {
    for (let digit = 0; digit < digitsPerHalf; digit++) {
      const from = (half * digitsPerHalf + digit) * size
      if (sortByDigit(keys, digit, counts.subarray(from, from + size), { places, into }))
        [places, into] = [into, places]
    }
  })
  return places
}

/** Not if one of them is not a number, which has no place in the order. */
const isRising = (values: Float64Array, places: Uint32Array): boolean => {
  if (Number.isNaN(values[places[0] as number])) return false
  for (let n = 1; n < places.length; n++)
    if (!((values[places[n] as number] as number) > (values[places[n - 1] as number] as number))) return false
  return places.length === values.length
}

/**
 * Sorts numbers. Sorting by comparisons and then looking up each number's rank took four times as long. `likely` is an
 * order of all places in which the numbers probably rise or fall, as those of a metric do with its only input: then it
 * only remains to verify that.
 */
export const orderNumbers = (values: Float64Array, likely?: Uint32Array): Ordered => {
  const places = [likely, likely?.toReversed()].find((some) => some && isRising(values, some)) ?? sortPlaces(values)
  const sorted = new Float64Array(places.length)
  for (let n = 0; n < places.length; n++) sorted[n] = values[places[n] as number] as number
  return { sorted, places }
}
