import { type Grid, tag } from '../calculate/grid.ts'
import type { Calculator } from '../compile/calculator.ts'
import type { Lanes } from '../compile/lanes.ts'
import { takeSnapshot } from '../ripple/snapshot.ts'
import { createDoubts } from './doubts.ts'
import { scalarRuns, type Work } from './plan.ts'

/** Why a cell had no usable number; from `error` on it is an error, by its index in the list of errors. */
export const fault = { none: 0, notANumber: 1, notConverged: 2, error: 16 } as const

/** A range of runs, excluding `to`. */
export interface Runs {
  readonly from: number
  readonly to: number
}

/** The results of some of the runs; all its arrays can be transferred to another thread. */
export interface Share extends Runs {
  /** The number of each output in each run; NaN if it was not a number. */
  readonly outputs: readonly Float64Array<ArrayBuffer>[]
  /** Why it was not a number. */
  readonly faults: readonly Uint8Array<ArrayBuffer>[]
  readonly series: readonly Float64Array<ArrayBuffer>[]
}

/** Splits runs into parts of about the same size, one per worker. */
export const divideRuns = ({ from, to }: Runs, parts: number): Runs[] => {
  const at = (n: number): number => from + Math.floor(((to - from) * n) / parts)
  return Array.from({ length: parts }, (_, n) => ({ from: at(n), to: at(n + 1) })).filter((part) => part.to > part.from)
}

/** The buffers of a share that can be transferred instead of copied. */
export const buffersOf = ({ outputs, faults, series }: Share): ArrayBuffer[] =>
  [...outputs, ...faults, ...series].map(({ buffer }) => buffer)

const faultAt = (grid: Grid, tags: Uint8Array, id: number): number => {
  const value = tags[id] === tag.error ? grid.get(id) : null
  return typeof value !== 'object' || value === null ? fault.notANumber : fault.error + value.code
}

/** If more than this share of the groups fall back to one by one, lanes are no longer tried. */
const maxFailures = 0.25
const minGroups = 8

/**
 * Computes some of the runs, several side by side if the model allows it. The calculator must be in the state before
 * the change, and is restored. Runs are independent: the results are bit-identical whichever worker computes which run.
 */
export const runShare = (calculator: Calculator, work: Work, from: number, to: number): Share => {
  const { grid } = calculator.model
  const changes = work.inputs.flatMap(({ cells, values }) => cells.map((id) => ({ id, value: 0, values })))
  const count = to - from
  const withSeries = Math.max(0, Math.min(to, scalarRuns + work.points) - from)
  const outputs = work.outputs.map((id) => ({ id, values: new Float64Array(count), faults: new Uint8Array(count) }))
  const series = work.series.map((id) => ({ id, values: new Float64Array(withSeries) }))
  const read = [...work.outputs, ...work.series]
  const doubtful = createDoubts(calculator, read)
  const options = { only: read }

  /** Records the results of a run. */
  const take = (n: number, numbers: Float64Array, tags: Uint8Array, doubts: ReadonlySet<number>): void => {
    for (const { id, values, faults } of outputs) {
      const value = numbers[id] ?? Number.NaN
      const isNumber = tags[id] === tag.number && Number.isFinite(value)
      const isSound = doubts.size === 0 || !doubts.has(id)
      values[n] = isNumber && isSound ? value : Number.NaN
      if (!isNumber || !isSound) faults[n] = isNumber ? fault.notConverged : faultAt(grid, tags, id)
    }
    if (n >= withSeries) return
    for (const { id, values } of series) {
      const value = numbers[id] ?? Number.NaN
      values[n] = tags[id] === tag.number && Number.isFinite(value) && !doubts.has(id) ? value : Number.NaN
    }
  }
  const runOne = (n: number): void => {
    for (const change of changes) change.value = change.values[from + n] ?? 0
    calculator.set(changes, options)
    take(n, grid.numbers, grid.tags, doubtful())
  }
  /**
   * Computes runs side by side from the given one, as many as there are lanes; false if they must be computed one by
   * one.
   */
  const runBeside = ({ numbers, tags, run }: Lanes, first: number): boolean => {
    numbers.forEach((own, lane) => {
      const n = Math.min(first + lane, count - 1)
      for (const { id, values } of changes) own[id] = (values[from + n] ?? 0) + 0
    })
    if (!run()) return false
    const doubts = doubtful()
    for (let lane = 0; lane < numbers.length && first + lane < count; lane++)
      take(first + lane, numbers[lane] ?? grid.numbers, tags, doubts)
    return true
  }

  const snapshot = takeSnapshot(grid)
  try {
    const lanes = calculator.lanes(
      changes.map(({ id }) => id),
      read,
    )
    const step = lanes?.numbers.length ?? 1
    let failures = 0
    for (let first = 0; first < count; first += step) {
      const isWorthIt = failures <= maxFailures * Math.max(minGroups, first / step)
      if (lanes !== undefined && isWorthIt && runBeside(lanes, first)) continue
      failures += 1
      for (let n = first; n < Math.min(first + step, count); n++) runOne(n)
    }
  } finally {
    // Dynamic references such as OFFSET return to the old cells only when they are recomputed.
    calculator.set(changes.map(({ id }) => ({ id, value: snapshot.valueOf(id) })))
    snapshot.restore()
  }
  return {
    from,
    to,
    outputs: outputs.map(({ values }) => values),
    faults: outputs.map(({ faults }) => faults),
    series: series.map(({ values }) => values),
  }
}
