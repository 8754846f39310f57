import { scalarRuns, type Work } from './plan.ts'
import type { Share } from './run.ts'

/** The combined results of all runs, as if one had computed them. */
export interface Joined {
  readonly outputs: readonly Float64Array[]
  readonly faults: readonly Uint8Array[]
  readonly series: readonly Float64Array[]
}

/** Merges partial results, in any order; throws if a run is missing or duplicated. */
export const joinShares = (work: Work, shares: readonly Share[]): Joined => {
  const ordered = [...shares].sort((a, b) => a.from - b.from)
  let next = 0
  for (const { from, to } of ordered) {
    if (from !== next || to < from) throw new RangeError(`The shares do not fit together at run ${next}`)
    next = to
  }
  if (next !== work.runs) throw new RangeError(`The shares end at run ${next} of ${work.runs}`)
  const outputs = work.outputs.map(() => new Float64Array(work.runs))
  const faults = work.outputs.map(() => new Uint8Array(work.runs))
  const series = work.series.map(() => new Float64Array(scalarRuns + work.points))
  for (const share of ordered) {
    outputs.forEach((all, n) => {
      all.set(share.outputs[n] ?? [], share.from)
    })
    faults.forEach((all, n) => {
      all.set(share.faults[n] ?? [], share.from)
    })
    if (share.from < scalarRuns + work.points)
      series.forEach((all, n) => {
        all.set(share.series[n] ?? [], share.from)
      })
  }
  return { outputs, faults, series }
}
