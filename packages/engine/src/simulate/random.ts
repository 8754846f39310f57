/** Pseudorandom numbers that are the same on every machine: xoshiro128**, seeded by SplitMix32. */
export type Random = () => number

const splitMix = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

/** At least 0 and less than 1. The seed is an integer of up to 53 bits; streams of one seed are independent. */
export const createRandom = (seed: number, stream = 0): Random => {
  const high = Math.floor(seed / 4_294_967_296)
  const mix = splitMix((seed >>> 0) ^ Math.imul(high, 0xc2b2ae35) ^ Math.imul(stream + 1, 0x85ebca6b))
  let [a, b, c, d] = [mix(), mix(), mix(), mix()] as [number, number, number, number]
  const next = (): number => {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotated(d, 11)
    return result
  }
  // 53 bits from two outputs, the full resolution of a double between 0 and 1.
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
}

/** The numbers from 0 in a random order. */
export const shuffled = (count: number, random: Random): Int32Array => {
  const order = new Int32Array(count)
  for (let n = 0; n < count; n++) order[n] = n
  for (let n = count - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    const kept = order[n] ?? 0
    order[n] = order[other] ?? 0
    order[other] = kept
  }
  return order
}
