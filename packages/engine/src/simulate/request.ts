import { simulationMessages as messages } from '../messages/simulation.ts'
import type { Distribution } from './distribution.ts'
import { objectionTo } from './distribution.ts'
import type { Sampling } from './draws.ts'
import { ImpossibleSimulation } from './impossible.ts'
import { sobolDimensions } from './sobol.ts'
import type { Spread } from './spread.ts'

/** An uncertain number. Everything but `held` is in the units of the metric. */
export interface UncertainInput {
  /** The metric key. */
  readonly key: string
  /** The cells that hold it: one, or several that always hold the same value. */
  readonly cells: readonly number[]
  /** The metric is the number in the cell times this. Default 1. */
  readonly scale?: number | undefined
  /** Its value before the change. */
  readonly base: number
  /** Its value after the change; the same as `base` for inputs that are only uncertain. */
  readonly value: number
  /** The cell value before the change, if `base` was rounded for display. */
  readonly held?: number | undefined
  /** Default: PERT, 20 % either way. */
  readonly distribution?: Distribution | Spread | undefined
  /** Values are multiples of it: 1 for whole numbers. */
  readonly step?: number | undefined
  /** Values outside are not plausible and never drawn. */
  readonly range?: readonly [lowest: number, highest: number] | null | undefined
}

/** A condition whose probability is requested. */
export type Threshold = { readonly name?: string | undefined } & (
  | { readonly below: number }
  | { readonly above: number }
)

/** An observed number. */
export interface WatchedOutput {
  readonly key: string
  readonly cell: number
  /** The metric is the number in the cell times this. Default 1. */
  readonly scale?: number | undefined
  readonly better?: 'higher' | 'lower' | null | undefined
  /** In addition to those that such a metric always has. */
  readonly thresholds?: readonly Threshold[] | undefined
}

/** A number in a row of cells, one for each year. */
export interface WatchedSeries {
  readonly key: string
  readonly scale?: number | undefined
  readonly points: readonly { readonly label: string; readonly cell: number }[]
}

/** The correlation of two uncertain inputs. */
export interface RankCorrelation {
  readonly one: string
  readonly other: string
  /** From −1 to 1. */
  readonly correlation: number
}

/** The request for a simulation. */
export interface SimulationRequest {
  readonly inputs: readonly UncertainInput[]
  readonly outputs: readonly WatchedOutput[]
  readonly series?: readonly WatchedSeries[] | undefined
  readonly correlations?: readonly RankCorrelation[] | undefined
  readonly samples: number
  /** An integer. */
  readonly seed: number
  /** Default: Latin hypercube. */
  readonly sampling?: Sampling | undefined
  /** Default: few. */
  readonly computed?: Computed | undefined
}

/**
 * Which trials are computed: if one input varies, the few between which the others can be interpolated, or those at
 * these positions in sorted order; or all of them.
 */
export type Computed = 'few' | 'all' | readonly number[]

/** The limits of one simulation. */
export const maxSamples = 100_000
export const maxInputs = sobolDimensions
/** Maximum count of numbers in memory, over all trials; eight bytes each. */
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
  if (!isWhole(samples, 1, maxSamples)) refuse(messages.samples({ max: maxSamples }))
  if (!isWhole(seed, 0, Number.MAX_SAFE_INTEGER)) refuse(messages.seed())
  if (!isWhole(inputs.length, 1, maxInputs)) refuse(messages.inputs({ max: maxInputs }))
  const reads = 2 * outputs.length + series.reduce((sum, { points }) => sum + points.length, 0)
  if (reads === 0) refuse(messages.noOutputs())
  if (reads * samples > maxNumbers) refuse(messages.tooManyNumbers())
  if (typeof computed !== 'string' && !isWayThrough(computed, samples)) refuse(messages.computedOrder())
  const keys = new Set<string>()
  const cells = new Set<number>()
  for (const input of inputs) {
    if (keys.has(input.key)) refuse(messages.inputTwice({ key: input.key }))
    keys.add(input.key)
    if (input.cells.length === 0) refuse(messages.inputWithoutCell({ key: input.key }))
    for (const cell of input.cells) {
      if (cells.has(cell)) refuse(messages.cellTwice({ key: input.key }))
      cells.add(cell)
    }
  }
  const scales = [...inputs, ...outputs, ...series].map(({ scale = 1 }) => scale)
  if (!scales.every((scale) => Number.isFinite(scale) && scale !== 0)) refuse(messages.scale())
  if (!inputs.every(({ base, value }) => Number.isFinite(base) && Number.isFinite(value))) refuse(messages.values())
  for (const { range } of inputs) if (range && !(range[0] <= range[1])) refuse(messages.range())
}

/** The same for a distribution of one of its inputs. */
export const judgeDistribution = (key: string, distribution: Distribution): void => {
  const objection = objectionTo(distribution)
  if (objection !== undefined) refuse(messages.distribution({ key, objection }))
}

/** The correlations as a matrix; undefined if the inputs are independent. */
export const correlationMatrix = ({ inputs, correlations = [] }: SimulationRequest): number[][] | undefined => {
  if (correlations.length === 0) return undefined
  const matrix = inputs.map((_, i) => inputs.map((_, j): number => (i === j ? 1 : 0)))
  const given = new Set<string>()
  const placeOf = (wanted: string): number => inputs.findIndex(({ key }) => key === wanted)
  for (const { one, other, correlation } of correlations) {
    const [i, j] = [placeOf(one), placeOf(other)]
    if (i < 0 || j < 0) refuse(messages.unknownInput({ key: i < 0 ? one : other }))
    if (i === j) refuse(messages.selfCorrelation({ key: one }))
    if (!(correlation >= -1 && correlation <= 1)) refuse(messages.correlationRange())
    const pair = `${Math.min(i, j)} ${Math.max(i, j)}`
    if (given.has(pair)) refuse(messages.correlationTwice({ one, other }))
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
