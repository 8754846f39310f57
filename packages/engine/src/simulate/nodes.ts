import { ranksOf } from './ranks.ts'

/** Samples at which the model is computed, where those between them are read off. */
export interface Nodes {
  /** From the smallest to the largest, both among them. */
  readonly samples: Int32Array
  /** How many samples are smaller, as a share of all. */
  readonly parts: Float64Array
}

/** Every other one checks what is read off between the rest. */
const mostNodes = 513

/** With fewer samples, computing all of them costs about as much. */
export const fewestSamples = 4 * mostNodes

/** Where all samples are the same. */
export const oneNode: Nodes = { samples: Int32Array.of(0), parts: Float64Array.of(0) }

/** Evenly over the ranks, four times as dense at both ends, where a tail is long and thin. */
const positionOf = (part: number): number => 0.25 * part + 0.75 * part * part * (3 - 2 * part)

/** Chooses them by the places of all samples in their order. */
export const chooseNodes = (shares: Float64Array): Nodes => {
  const last = shares.length - 1
  const sampleAt = new Int32Array(shares.length)
  ranksOf(shares).forEach((rank, sample) => {
    sampleAt[rank] = sample
  })
  const places = new Set<number>()
  for (let n = 0; n < mostNodes; n++) places.add(Math.round(last * positionOf(n / (mostNodes - 1))))
  return {
    samples: Int32Array.from(places, (place) => sampleAt[place] ?? 0),
    parts: Float64Array.from(places, (place) => place / last),
  }
}
