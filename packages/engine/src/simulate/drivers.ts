import { type Ordered, orderNumbers } from './order.ts'
import { sharedRanksOf } from './ranks.ts'
import { meanOf } from './summary.ts'
import { tidy } from './units.ts'

/** The correlation of an output with an input. */
export interface Driver {
  readonly key: string
  /** The rank correlation (Spearman), from −1 to 1. */
  readonly correlation: number
  /** The mean output for the lowest and the highest tenth of the input. */
  readonly whenLow: number
  readonly whenHigh: number
}

const tenth = 0.1

/** The rank correlation of two lists, from −1 to 1; 0 if one of them does not vary. */
export const correlationOfRanks = (left: Float64Array, right: Float64Array): number => {
  const middle = (left.length - 1) / 2
  let [both, ones, others] = [0, 0, 0]
  for (let n = 0; n < left.length; n++) {
    const a = (left[n] as number) - middle
    const b = (right[n] as number) - middle
    both += a * b
    ones += a * a
    others += b * b
  }
  return ones === 0 || others === 0 ? 0 : Math.max(-1, Math.min(1, both / Math.sqrt(ones * others)))
}

/** The same for lists of numbers, where both are numbers. */
export const rankCorrelation = (a: Float64Array, b: Float64Array): number => {
  const isBoth = (_: number, n: number): boolean => !Number.isNaN(a[n]) && !Number.isNaN(b[n])
  return correlationOfRanks(sharedRanksOf(a.filter(isBoth)), sharedRanksOf(b.filter(isBoth)))
}

/** The sampled values of all inputs, with what every output needs of them. */
export interface RankedInputs {
  readonly keys: readonly string[]
  readonly draws: readonly Float64Array[]
  /** The ranks of the values among all trials. */
  readonly ranks: readonly Float64Array[]
  /** The trials in which each input is in its lowest tenth, and in its highest. */
  readonly edges: readonly Edges[]
}

interface Edges {
  readonly low: Int32Array
  readonly high: Int32Array
}

const edgesOf = (ranks: Float64Array): Edges => {
  const size = Math.max(1, Math.floor(ranks.length * tenth))
  const low: number[] = []
  const high: number[] = []
  ranks.forEach((rank, n) => {
    if (rank < size) low.push(n)
    if (rank >= ranks.length - size) high.push(n)
  })
  return { low: Int32Array.from(low), high: Int32Array.from(high) }
}

/** Ranks the inputs once for all outputs. */
export const rankInputs = (keys: readonly string[], draws: readonly Float64Array[]): RankedInputs => {
  const ranks = draws.map((own) => sharedRanksOf(own))
  return { keys, draws, ranks, edges: ranks.map(edgesOf) }
}

const pick = (values: Float64Array, places: Int32Array): Float64Array => {
  const picked = new Float64Array(places.length)
  for (let n = 0; n < places.length; n++) picked[n] = values[places[n] as number] as number
  return picked
}

/** The drivers of an output, the strongest first. `ordered` are its sorted numbers. */
export const driversOf = (inputs: RankedInputs, values: Float64Array, ordered: Ordered): Driver[] => {
  if (ordered.sorted.length < values.length) {
    const isNumber = (_: number, n: number): boolean => !Number.isNaN(values[n])
    const draws = inputs.draws.map((own) => own.filter(isNumber))
    const kept = values.filter(isNumber)
    return driversOf(rankInputs(inputs.keys, draws), kept, orderNumbers(kept))
  }
  const own = sharedRanksOf(values, ordered)
  const meanIn = (samples: Int32Array | undefined): number => tidy(meanOf(pick(values, samples ?? new Int32Array())))
  const drivers = inputs.keys.map((key, input): Driver => {
    const { low, high } = inputs.edges[input] ?? {}
    return {
      key,
      correlation: correlationOfRanks(inputs.ranks[input] ?? new Float64Array(), own),
      whenLow: meanIn(low),
      whenHigh: meanIn(high),
    }
  })
  return drivers.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))
}
