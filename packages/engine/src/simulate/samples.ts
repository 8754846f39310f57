import { locate, type Positions, readNearest, readOff } from './interpolation.ts'
import { samplesOf } from './nodes.ts'
import { type Plan, pointOfRun, type Side, scalarRuns } from './plan.ts'

/** Converts the results of the runs to the results of all trials, in the units of a metric. */
export interface Samples {
  /** Why each trial after the change was not a number, derived from the computed points. */
  faultsAfter(faults: Uint8Array): Uint8Array
  after(runs: Float64Array, scale: number): Float64Array
  before(runs: Float64Array, scale: number): Float64Array
}

const scaled = (values: Float64Array, scale: number): Float64Array =>
  scale === 1 ? values : values.map((value) => value * scale)

/** Takes every trial from its run, or interpolates it between those that were run. */
export const createSamples = ({ after, before, nodes, work: { points } }: Plan): Samples => {
  const positionsOf = (side: Side): Positions | undefined => {
    if (nodes === undefined) return undefined
    const draws = side.draws[nodes.input] ?? new Float64Array()
    return locate(
      Float64Array.from(samplesOf(nodes), (sample) => draws[sample] ?? 0),
      draws,
    )
  }
  const [atAfter, atBefore] = [positionsOf(after), before && positionsOf(before)]
  /** The results of one side in the order of the points. */
  const inOrder = <Values extends Float64Array | Uint8Array>(values: Values, side: number): Values => {
    if (nodes === undefined) return values
    const { indexes, known } = nodes.inRuns
    if (known === points) return values
    const ordered = values.slice() as Values
    for (let run = 0; run < points; run++)
      ordered[indexes[pointOfRun(run, side, { points, known })] ?? 0] = values[run] ?? 0
    return ordered
  }
  const read = (positions: Positions | undefined, values: Float64Array, side: number): Float64Array =>
    positions === undefined ? values : readOff(positions, inOrder(values, side))
  const start = before === undefined ? scalarRuns : scalarRuns + points
  return {
    faultsAfter: (faults) => (atAfter === undefined ? faults : readNearest(atAfter, inOrder(faults, 0))),
    after: (runs, scale) => scaled(read(atAfter, runs.subarray(scalarRuns, scalarRuns + points), 0), scale),
    before: (runs, scale) =>
      scaled(read(atBefore ?? atAfter, runs.subarray(start, start + points), before === undefined ? 0 : 1), scale),
  }
}
