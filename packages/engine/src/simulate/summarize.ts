import { type ChangeSummary, changeOf } from './change.ts'
import type { Distribution } from './distribution.ts'
import type { Sampling } from './draws.ts'
import { type Driver, driversOf, rankInputs } from './drivers.ts'
import { type FanPoint, fanPointOf, shown } from './fan.ts'
import { countFaults, type InvalidDraws } from './faults.ts'
import { joinShares } from './join.ts'
import { orderNumbers } from './order.ts'
import { type Plan, scalarRuns } from './plan.ts'
import { type Probability, probabilityOf, thresholdsOf } from './probability.ts'
import type { Share } from './run.ts'
import { createSamples } from './samples.ts'
import { percentileOf, type Summary, summaryOf } from './summary.ts'
import { type TornadoBar, tornadoOf } from './tornado.ts'
import { tidy } from './units.ts'
import { type Worst, worstOf } from './worst.ts'

/** The result of a simulation for one output, in the units of its metric. */
export interface OutputResult {
  readonly key: string
  /** Without uncertainty, before the change and after it; null if it is not a number. */
  readonly before: number | null
  readonly after: number | null
  /** After the change. Null, here and below, if it was not a number in any trial. */
  readonly summary: Summary | null
  readonly change: ChangeSummary | null
  readonly probabilityOf: readonly Probability[]
  /** Also null if it is unknown which direction is better. */
  readonly worst: Worst | null
  readonly drivers: readonly Driver[]
  readonly tornado: readonly TornadoBar[]
  readonly invalid: InvalidDraws
}

/** The result of a simulation. */
export interface SimulationResult {
  readonly samples: number
  readonly seed: number
  readonly sampling: Sampling
  /** Whether every trial was computed, or interpolated between a few that were. */
  readonly method: 'full' | 'interpolated'
  /** The number of times the model was computed. */
  readonly modelRuns: number
  readonly inputs: readonly {
    readonly key: string
    readonly distribution: Distribution
    readonly distributionBefore: Distribution
    readonly p5: number
    readonly p50: number
    readonly p95: number
  }[]
  readonly outputs: readonly OutputResult[]
  readonly series: readonly { readonly key: string; readonly points: readonly FanPoint[] }[]
}

/** What all outputs need of the trials. */
const contextOf = (plan: Plan) => {
  const { request, after } = plan
  const sortedDraws = after.draws.map((values) => values.slice().sort())
  const keys = request.inputs.map(({ key }) => key)
  return {
    keys,
    sortedDraws,
    inputs: rankInputs(keys, after.draws),
    usual: sortedDraws.map((sorted) => tidy(percentileOf(sorted, 0.5))),
    samples: createSamples(plan),
  }
}

const contexts = new WeakMap<Plan, ReturnType<typeof contextOf>>()

/** Ranking the inputs takes as long as an output, so it is done once for all of them. */
const knownContext = (plan: Plan): ReturnType<typeof contextOf> => {
  const known = contexts.get(plan) ?? contextOf(plan)
  contexts.set(plan, known)
  return known
}

/** The summary of all trials for one output; `shares` contain only that output. */
export const summarizeOutput = (plan: Plan, place: number, shares: readonly Share[]): OutputResult => {
  const { request, work, before, after } = plan
  const { keys, inputs, usual, samples } = knownContext(plan)
  const output = request.outputs[place]
  if (output === undefined) throw new Error(`There is no output ${place}`)
  const joined = joinShares({ ...work, outputs: work.outputs.slice(place, place + 1), series: [] }, shares)
  const { key, scale = 1, better = null } = output
  const runs = joined.outputs[0] ?? new Float64Array()
  const faults = joined.faults[0] ?? new Uint8Array()
  const [scalarBefore, scalarAfter] = [(runs[0] ?? Number.NaN) * scale, (runs[1] ?? Number.NaN) * scale]
  const values = samples.after(runs, scale)
  const ordered = orderNumbers(values, plan.nodes?.order)
  const { sorted } = ordered
  const base = {
    key,
    before: shown(scalarBefore),
    after: shown(scalarAfter),
    tornado: tornadoOf(keys, plan.ends, runs.subarray(work.barsFrom), scale),
    invalid: countFaults(samples.faultsAfter(faults.subarray(scalarRuns, scalarRuns + work.points))),
  }
  const summary = summaryOf(sorted, request.samples)
  if (summary === undefined)
    return { ...base, summary: null, change: null, probabilityOf: [], worst: null, drivers: [] }
  const then = before === undefined ? values : samples.before(runs, scale)
  const asked = thresholdsOf(output, Number.isNaN(scalarBefore) ? undefined : scalarBefore)
  return {
    ...base,
    summary,
    change: changeOf(then, values, better) ?? null,
    probabilityOf: asked.map((threshold) => probabilityOf(sorted, threshold)),
    worst: better === null ? null : worstOf(values, sorted, { better, keys, draws: after.draws, usual }),
    drivers: driversOf(inputs, values, ordered),
  }
}

/** The metadata of a simulation besides its outputs and series. */
export const summarizeInputs = (plan: Plan): Omit<SimulationResult, 'outputs' | 'series'> => {
  const { request, work, nodes, after, before } = plan
  const { keys, sortedDraws } = knownContext(plan)
  return {
    samples: request.samples,
    seed: request.seed,
    sampling: request.sampling ?? 'latin_hypercube',
    method: nodes === undefined || nodes.isExact ? 'full' : 'interpolated',
    modelRuns: plan.spentRuns + work.runs,
    inputs: keys.flatMap((key, n) => {
      const distribution = after.distributions[n]
      const sorted = sortedDraws[n]
      if (distribution === undefined || sorted === undefined) return []
      return {
        key,
        distribution,
        distributionBefore: before?.distributions[n] ?? distribution,
        p5: tidy(percentileOf(sorted, 0.05)),
        p50: tidy(percentileOf(sorted, 0.5)),
        p95: tidy(percentileOf(sorted, 0.95)),
      }
    }),
  }
}

/** The shares with only one output, for another thread. */
export const sharesOfOutput = (shares: readonly Share[], place: number): Share[] =>
  shares.map(({ from, to, outputs, faults }) => ({
    from,
    to,
    outputs: outputs.slice(place, place + 1),
    faults: faults.slice(place, place + 1),
    series: [],
  }))

/**
 * Summarizes all trials. The result depends on the plan and the results of the runs, not on which worker computed them.
 * A hundred thousand trials of thirty outputs take several seconds: if other tasks share the thread, call it output by
 * output.
 */
export const summarize = (plan: Plan, shares: readonly Share[]): SimulationResult => {
  const { request, work } = plan
  const { samples } = knownContext(plan)
  const joined = (request.series ?? []).length === 0 ? { series: [] } : joinShares(work, shares)
  let next = 0
  const series = (request.series ?? []).map(({ key, scale = 1, points }) => ({
    key,
    points: points.map(({ label }) => {
      const runs = joined.series[next++] ?? new Float64Array()
      const [before, after] = [(runs[0] ?? Number.NaN) * scale, (runs[1] ?? Number.NaN) * scale]
      return fanPointOf(label, before, after, samples.after(runs, scale), plan.nodes?.order)
    }),
  }))
  return {
    ...summarizeInputs(plan),
    outputs: request.outputs.map((_, place) => summarizeOutput(plan, place, sharesOfOutput(shares, place))),
    series,
  }
}
