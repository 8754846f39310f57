import { scalarRuns, type Work } from './plan.ts'
import type { Runs, Share } from './run.ts'

/** The combined results of all runs, as if one had computed them. */
export interface Joined {
  readonly outputs: readonly Float64Array[]
  readonly faults: readonly Uint8Array[]
  readonly series: readonly Float64Array[]
}

/** The results of the first round as shares of a second one, which lacks only its added runs. */
export const sharesOfFirstRound = (added: Runs, shares: readonly Share[]): Share[] =>
  shares.flatMap(({ from, to, outputs, faults, series }) => {
    const split = Math.min(to, Math.max(from, added.from))
    return [
      { start: from, end: split, shift: 0 },
      { start: split, end: to, shift: added.to - added.from },
    ]
      .filter(({ start, end }) => end > start)
      .map(({ start, end, shift }) => ({
        from: start + shift,
        to: end + shift,
        outputs: outputs.map((values) => values.slice(start - from, end - from)),
        faults: faults.map((values) => values.slice(start - from, end - from)),
        series: shift === 0 ? series.map((values) => values.slice(start - from, end - from)) : [],
      }))
  })

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
