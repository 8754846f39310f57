import { type Grid, tag } from '../calculate/grid.ts'
import type { Calculator } from '../compile/calculator.ts'
import { takeSnapshot } from '../ripple/snapshot.ts'
import { createDoubts } from './doubts.ts'
import { scalarRuns, type Work } from './plan.ts'

/** Why a cell held no number that can be used. */
export const fault = { none: 0, notANumber: 1, error: 2, notConverged: 3 } as const

/** What some of the runs gave; all its arrays can be handed over to another thread. */
export interface Share {
  /** The runs, `to` not among them. */
  readonly from: number
  readonly to: number
  /** For each output its number in each run; NaN where it was none. */
  readonly outputs: readonly Float64Array<ArrayBuffer>[]
  /** Why it was none. */
  readonly faults: readonly Uint8Array<ArrayBuffer>[]
  readonly series: readonly Float64Array<ArrayBuffer>[]
}

/** Cuts all runs into parts of about the same size, for as many workers. */
export const divideRuns = ({ runs }: Work, parts: number): { from: number; to: number }[] =>
  Array.from({ length: parts }, (_, n) => ({
    from: Math.floor((runs * n) / parts),
    to: Math.floor((runs * (n + 1)) / parts),
  })).filter(({ from, to }) => to > from)

/** What a share may be handed over with instead of being copied. */
export const buffersOf = ({ outputs, faults, series }: Share): ArrayBuffer[] =>
  [...outputs, ...faults, ...series].map(({ buffer }) => buffer)

const faultAt = (grid: Grid, id: number): number => {
  const value = grid.get(id)
  if (typeof value !== 'object' || value === null) return fault.notANumber
  // A return that does not exist, or a search for one that found none.
  return value.error === '#NUM!' ? fault.notConverged : fault.error
}

/**
 * Computes some of the runs. The calculator must stand as the workbook does before the change, and is left as it was found.
 * Runs do not depend on one another: whoever computes which gives the same bytes.
 */
export const runShare = (calculator: Calculator, work: Work, from: number, to: number): Share => {
  const { model } = calculator
  const { grid } = model
  const { numbers, tags } = grid
  const changes = work.inputs.flatMap(({ cells, values }) => cells.map((id) => ({ id, value: 0, values })))
  const count = to - from
  const withSeries = Math.max(0, Math.min(to, scalarRuns + work.points) - from)
  const outputs = work.outputs.map((id) => ({ id, values: new Float64Array(count), faults: new Uint8Array(count) }))
  const series = work.series.map((id) => ({ id, values: new Float64Array(withSeries) }))
  const read = [...work.outputs, ...work.series]
  const doubtful = createDoubts(calculator, read)
  const options = { only: read }

  const runOne = (n: number): void => {
    for (const change of changes) change.value = change.values[from + n] ?? 0
    calculator.set(changes, options)
    const doubts = doubtful()
    for (const { id, values, faults } of outputs) {
      const value = numbers[id] ?? Number.NaN
      const isNumber = tags[id] === tag.number && Number.isFinite(value)
      const isSound = doubts.size === 0 || !doubts.has(id)
      values[n] = isNumber && isSound ? value : Number.NaN
      if (!isNumber || !isSound) faults[n] = isNumber ? fault.notConverged : faultAt(grid, id)
    }
    if (n >= withSeries) return
    for (const { id, values } of series) {
      const value = numbers[id] ?? Number.NaN
      values[n] = tags[id] === tag.number && Number.isFinite(value) && !doubts.has(id) ? value : Number.NaN
    }
  }

  const snapshot = takeSnapshot(grid)
  try {
    for (let n = 0; n < count; n++) runOne(n)
  } finally {
    // Formulas with OFFSET and the like look at the old cells again only when they are computed.
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
