import { orderNumbers } from './order.ts'

/** The trials at which the model is computed; those in between are interpolated. */
export interface Nodes {
  /** All trials, in ascending order. */
  readonly order: Uint32Array
  /** The computed ones, as positions in that order, including the first and the last. */
  readonly places: readonly number[]
}

/** Every other node validates the interpolation between the rest. */
const maxNodes = 513

/** With fewer trials, computing all of them costs about as much. */
export const minSamples = 4 * maxNodes

/** Used if all trials are the same. */
export const oneNode: Nodes = { order: Uint32Array.of(0), places: [0] }

/** Evenly over the ranks, four times as dense at both ends, where a tail is long and thin. */
const positionOf = (part: number): number => 0.25 * part + 0.75 * part * part * (3 - 2 * part)

/** The positions that are computed first. */
export const firstPlaces = (samples: number): number[] => {
  const places = new Set<number>()
  for (let n = 0; n < maxNodes; n++) places.add(Math.round((samples - 1) * positionOf(n / (maxNodes - 1))))
  return [...places]
}

/** The first position of every distinct value in the samples of either side, and the very last position. */
export const placesOfValues = (order: Uint32Array, sides: readonly Float64Array[]): number[] => {
  const places: number[] = []
  const last = order.length - 1
  order.forEach((sample, place) => {
    const before = order[place - 1] ?? -1
    if (place === 0 || place === last || sides.some((draws) => draws[sample] !== draws[before])) places.push(place)
  })
  return places
}

/** The computed trials in the order of their runs. */
export interface RunOrder {
  /** For each run its trial, as an index of `places`: first those of the first round. */
  readonly indexes: Int32Array
  /** The number of those that the first round computes. */
  readonly known: number
}

/** All in one round. */
export const oneRound = (places: readonly number[]): RunOrder => ({
  indexes: Int32Array.from(places.keys()),
  known: places.length,
})

/** Those of the first round come first, so that a second round computes only the others. */
export const secondRound = (places: readonly number[], samples: number): RunOrder => {
  const first = new Set(firstPlaces(samples))
  const isKnown = (n: number): boolean => first.has(places[n] ?? -1)
  const all = [...places.keys()]
  const known = all.filter(isKnown)
  return { indexes: Int32Array.from([...known, ...all.filter((n) => !isKnown(n))]), known: known.length }
}

/** The trials in the order of their shares of the distribution. */
export const orderOf = (shares: Float64Array): Uint32Array => orderNumbers(shares).places

/** The trials that are computed. */
export const samplesOf = ({ order, places }: Nodes): Int32Array => Int32Array.from(places, (place) => order[place] ?? 0)
