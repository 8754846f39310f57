import type { Distribution } from './distribution.ts'
import { objectionTo } from './distribution.ts'
import type { Sampling } from './draws.ts'
import { ImpossibleSimulation } from './impossible.ts'
import { sobolDimensions } from './sobol.ts'
import type { Spread } from './spread.ts'

/** A number of which it is not sure what it will be. All but `held` is in the units of the metric. */
export interface UncertainInput {
  /** The metric. */
  readonly key: string
  /** The cells that hold it, one or several that always hold the same. */
  readonly cells: readonly number[]
  /** The metric is the number in the cell times this. Default 1. */
  readonly scale?: number | undefined
  /** What it is worth before the change. */
  readonly base: number
  /** What it is worth after it; the same as `base` for inputs that are only uncertain. */
  readonly value: number
  /** What the cells hold before the change, where `base` was rounded for people. */
  readonly held?: number | undefined
  /** Default: PERT, 20 % either way. */
  readonly distribution?: Distribution | Spread | undefined
  /** Draws are multiples of it: 1 for whole numbers. */
  readonly step?: number | undefined
  /** Beyond it a value is not plausible and is never drawn. */
  readonly range?: readonly [lowest: number, highest: number] | null | undefined
}

/** A condition whose probability is wanted. */
export type Threshold = { readonly name?: string | undefined } & (
  | { readonly below: number }
  | { readonly above: number }
)

/** A number that is watched. */
export interface WatchedOutput {
  readonly key: string
  readonly cell: number
  /** The metric is the number in the cell times this. Default 1. */
  readonly scale?: number | undefined
  readonly better?: 'higher' | 'lower' | null | undefined
  /** Besides those that such a metric always has. */
  readonly thresholds?: readonly Threshold[] | undefined
}

/** A number that stands in a row of cells, one for each year. */
export interface WatchedSeries {
  readonly key: string
  readonly scale?: number | undefined
  readonly points: readonly { readonly label: string; readonly cell: number }[]
}

/** How two uncertain inputs go together. */
export interface RankCorrelation {
  readonly one: string
  readonly other: string
  /** From −1 to 1. */
  readonly correlation: number
}

/** What is asked of a simulation. */
export interface SimulationRequest {
  readonly inputs: readonly UncertainInput[]
  readonly outputs: readonly WatchedOutput[]
  readonly series?: readonly WatchedSeries[] | undefined
  readonly correlations?: readonly RankCorrelation[] | undefined
  readonly samples: number
  /** A whole number. */
  readonly seed: number
  /** Default: Latin hypercube. */
  readonly sampling?: Sampling | undefined
  /** Default: few. */
  readonly computed?: Computed | undefined
}

/**
 * Which samples are computed: where one input varies, the few between which the others can be read off, or those at these
 * places in the order of size; or all of them.
 */
export type Computed = 'few' | 'all' | readonly number[]

/** What one simulation may ask for. */
export const maxSamples = 100_000
export const maxInputs = sobolDimensions
/** Numbers that are kept at once, over all samples; eight bytes each. */
const maxNumbers = 20_000_000

const refuse = (message: string): never => {
  throw new ImpossibleSimulation(message)
}

const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to

const isWayThrough = (places: readonly number[], samples: number): boolean =>
  places[0] === 0 &&
  places.at(-1) === samples - 1 &&
  places.every((place, n) => Number.isInteger(place) && (n === 0 || place > (places[n - 1] ?? 0)))

/** Throws an ImpossibleSimulation that says what is wrong with a request. */
export const judgeRequest = ({
  inputs,
  outputs,
  series = [],
  samples,
  seed,
  computed = 'few',
}: SimulationRequest): void => {
  if (!isWhole(samples, 1, maxSamples)) refuse(`The number of samples is a whole number from 1 to ${maxSamples}`)
  if (!isWhole(seed, 0, Number.MAX_SAFE_INTEGER)) refuse('A seed is a whole number and not negative')
  if (!isWhole(inputs.length, 1, maxInputs)) refuse(`From 1 to ${maxInputs} inputs may be uncertain at once`)
  const reads = 2 * outputs.length + series.reduce((sum, { points }) => sum + points.length, 0)
  if (reads === 0) refuse('There is nothing to watch')
  if (reads * samples > maxNumbers) refuse('So many outputs and samples do not go together')
  if (typeof computed !== 'string' && !isWayThrough(computed, samples))
    refuse('The places to be computed go up from the smallest sample to the largest')
  const keys = new Set<string>()
  const cells = new Set<number>()
  for (const input of inputs) {
    if (keys.has(input.key)) refuse(`${input.key} is given twice`)
    keys.add(input.key)
    if (input.cells.length === 0) refuse(`${input.key} stands in no cell`)
    for (const cell of input.cells) {
      if (cells.has(cell)) refuse(`The cell of ${input.key} is given twice`)
      cells.add(cell)
    }
  }
  const scales = [...inputs, ...outputs, ...series].map(({ scale = 1 }) => scale)
  if (!scales.every((scale) => Number.isFinite(scale) && scale !== 0)) refuse('A scale is a number and not zero')
  if (!inputs.every(({ base, value }) => Number.isFinite(base) && Number.isFinite(value)))
    refuse('Values are finite numbers')
  for (const { range } of inputs) if (range && !(range[0] <= range[1])) refuse('A range begins below its end')
}

/** The same for a distribution of one of its inputs. */
export const judgeDistribution = (key: string, distribution: Distribution): void => {
  const objection = objectionTo(distribution)
  if (objection !== undefined) refuse(`${key}: ${objection}`)
}

/** The correlations as a matrix; undefined: the inputs have nothing to do with one another. */
export const correlationMatrix = ({ inputs, correlations = [] }: SimulationRequest): number[][] | undefined => {
  if (correlations.length === 0) return undefined
  const matrix = inputs.map((_, i) => inputs.map((_, j): number => (i === j ? 1 : 0)))
  const given = new Set<string>()
  const placeOf = (wanted: string): number => inputs.findIndex(({ key }) => key === wanted)
  for (const { one, other, correlation } of correlations) {
    const [i, j] = [placeOf(one), placeOf(other)]
    if (i < 0 || j < 0) refuse(`There is no uncertain input ${i < 0 ? one : other}`)
    if (i === j) refuse(`${one} cannot be correlated with itself`)
    if (!(correlation >= -1 && correlation <= 1)) refuse('A correlation lies between −1 and 1')
    const pair = `${Math.min(i, j)} ${Math.max(i, j)}`
    if (given.has(pair)) refuse(`The correlation of ${one} and ${other} is given twice`)
    given.add(pair)
    for (const [a, b] of [
      [i, j],
      [j, i],
    ] as const) {
      const row = matrix[a]
      if (row !== undefined) row[b] = correlation
    }
  }
  return matrix
}
