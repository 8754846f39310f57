import { createHash } from 'node:crypto'
import {
  type GoalSeek,
  type InputStrength,
  type MetricDomain,
  type OutputResult,
  type Ripple,
  type SimulationShare as Share,
  type SimulationResult,
  sharesOfOutput,
  type summarizeInputs,
} from '@deal-canvas/engine'
import type { GoalSeekAnswer } from './answer-goal.ts'
import type { ReadModel } from './model.worker.ts'
import { asOfNow } from './model-refusal.ts'
import type { ModelState } from './model-state.ts'
import type { Asking, ModelThreads } from './model-threads.ts'
import type { QualitySnapshot } from './quality-snapshot.ts'
import type { SettledSimulation, Simulation, SimulationSlice } from './simulation.ts'
import type { WorkbookReading, WorkbookTemplate } from './workbook-reading.ts'

const openMs = 60_000
const readMs = 120_000
const simulateMs = 150_000
/** A simulation is cut into so many parts for each thread, so that none of them waits long for the others at the end. */
const partsPerThread = 8

export interface Change {
  metricKey: string
  /** In the unit of the metric; a day as ISO 8601. */
  value: number | string
  /** As the deal calls it. */
  name?: string
}

export type ModelComputing = ReturnType<typeof createModelComputing>

/** The runs of a simulation, or of a part of it. */
interface Ran {
  shares: Share[]
  isPartial: boolean
}

/** What can be asked of models; all of it is computed on threads. */
export const createModelComputing = ({ threads }: { threads: Pick<ModelThreads, 'ask' | 'askNth' | 'count'> }) => {
  /** The runs of one part, slice by slice, each with a turn of its own on the thread; none: it is not possible. */
  const sharesOfPart = async (
    thread: number,
    asked: { state: ModelState; simulation: Simulation; part: number; parts: number },
    asking: Asking,
  ): Promise<Ran | undefined> => {
    const shares: Share[] = []
    let isPlanned = false
    let isPartial = false
    let from: number | undefined
    do {
      const { slice }: { slice: SimulationSlice | undefined } = await threads.askNth(
        thread,
        'simulateSlice',
        { ...asked, from },
        asking,
      )
      if (slice === undefined) return undefined
      if (slice.share !== undefined) shares.push(slice.share)
      isPlanned = slice.share !== undefined
      isPartial = slice.isPartial
      from = slice.next
    } while (!isPlanned || from !== undefined)
    return { shares, isPartial }
  }

  /** All runs, on as many threads as there are; the first fault ends the rest. */
  const runAll = async (state: ModelState, simulation: Simulation, given: Asking): Promise<Ran | undefined> => {
    // A few points are made sooner than another thread has compiled the model.
    const isDivided = simulation.computed === 'all' || simulation.uncertain.length > 1
    const count = isDivided ? threads.count : 1
    const parts = count === 1 ? 1 : count * partsPerThread
    const rest = new AbortController()
    const signals = given.signal === undefined ? [rest.signal] : [rest.signal, given.signal]
    const asking: Asking = {
      signal: AbortSignal.any(signals),
      get deadlineMs() {
        return given.deadlineMs
      },
    }
    try {
      const possible: Ran[] = []
      let next = 0
      /** Takes one part after another: a thread that has to compile the model first takes fewer. */
      const takeParts = async (thread: number): Promise<void> => {
        while (next < parts) {
          const ran = await sharesOfPart(thread, { state, simulation, part: next++, parts }, asking)
          if (ran === undefined) return
          possible.push(ran)
        }
      }
      await Promise.all(Array.from({ length: count }, (_, thread) => takeParts(thread)))
      if (possible.length < parts) return undefined
      return {
        shares: possible.flatMap(({ shares }) => shares).filter(({ from, to }) => to > from),
        isPartial: possible.some(({ isPartial }) => isPartial),
      }
    } catch (error) {
      rest.abort()
      throw error
    }
  }

  /** What all runs mean, output by output. */
  const summaryOf = async (
    asked: { state: ModelState; simulation: Simulation },
    shares: readonly Share[],
    asking: Asking,
  ): Promise<SimulationResult> => {
    const count = shares[0]?.outputs.length ?? 0
    const inputs = await threads.ask<ReturnType<typeof summarizeInputs>>('simulateInputs', asked, asking)
    const outputs: OutputResult[] = []
    for (let place = 0; place < count; place++)
      outputs.push(
        await threads.ask<OutputResult>(
          'simulateOutput',
          { ...asked, place, shares: sharesOfOutput(shares, place) },
          asking,
        ),
      )
    return { ...inputs, outputs, series: [] }
  }

  return {
    /** Has the model compiled, if it is not. */
    open: (state: ModelState, signal?: AbortSignal): Promise<{ tier: 'full' | 'values_only' }> =>
      threads.ask('open', { state }, { signal, deadlineMs: openMs }),
    /** So that the first what-if finds all of it done. */
    warm: (state: ModelState): Promise<object> => threads.ask('warm', { state }, { deadlineMs: openMs }),
    /** All that a deal takes from a workbook. */
    read: (state: ModelState, signal?: AbortSignal): Promise<ReadModel> =>
      threads.ask('read', { state }, { signal, deadlineMs: readMs }),
    /** Each metric with its cell and the cells that it might be instead. */
    reading: (state: ModelState, signal?: AbortSignal): Promise<WorkbookReading> =>
      threads.ask('reading', { state }, { signal, deadlineMs: readMs }),
    /** What the workbook has in common with others of its template. */
    template: (sha256: string, signal?: AbortSignal): Promise<WorkbookTemplate> =>
      threads.ask('template', { state: { sha256, sources: [], overrides: [] } }, { signal, deadlineMs: readMs }),
    examine: (state: ModelState, signal?: AbortSignal): Promise<QualitySnapshot> =>
      threads.ask<QualitySnapshot>('examine', { state }, { signal, deadlineMs: readMs }).catch(asOfNow),
    /** By the workbook's own formulas. */
    ripple: (
      state: ModelState,
      change: Change,
      { scoreBefore, signal }: { scoreBefore?: number | undefined; signal?: AbortSignal | undefined } = {},
    ): Promise<Ripple> => threads.ask('ripple', { state, change, scoreBefore }, { signal, deadlineMs: openMs }),
    /** By the formulas of the catalogue, from the numbers of a deal. */
    byCatalogue: (
      dealId: string,
      given: { values: ReadonlyMap<string, number>; change: Change; domain: MetricDomain | undefined },
      signal?: AbortSignal,
    ): Promise<Ripple> =>
      threads.ask('catalogue', { state: withoutWorkbook(dealId), ...given }, { signal, deadlineMs: openMs }),
    /** Undefined: the metric or the input is not a number of the workbook. */
    goalSeek: async (state: ModelState, goal: GoalSeek, signal?: AbortSignal): Promise<GoalSeekAnswer | undefined> =>
      (
        await threads.ask<{ found: GoalSeekAnswer | undefined }>(
          'goalSeek',
          { state, goal },
          { signal, deadlineMs: openMs },
        )
      ).found,
    /** By the formulas of the catalogue, from the numbers of a deal. */
    goalSeekByCatalogue: async (
      dealId: string,
      given: { values: ReadonlyMap<string, number>; goal: GoalSeek; domain: MetricDomain | undefined },
      signal?: AbortSignal,
    ): Promise<GoalSeekAnswer | undefined> =>
      (
        await threads.ask<{ found: GoalSeekAnswer | undefined }>(
          'goalSeekByCatalogue',
          { state: withoutWorkbook(dealId), ...given },
          { signal, deadlineMs: openMs },
        )
      ).found,
    /** The inputs that move a computed metric most, the strongest first. */
    strongestInputs: async (state: ModelState, metricKey: string, signal?: AbortSignal): Promise<InputStrength[]> =>
      (
        await threads.ask<{ inputs: InputStrength[] }>(
          'strongest',
          { state, metricKey },
          { signal, deadlineMs: openMs },
        )
      ).inputs,
    /** Undefined: there is nothing to watch. */
    simulate: async (
      state: ModelState,
      simulation: Omit<Simulation, 'computed'>,
      signal?: AbortSignal,
    ): Promise<SimulationResult | undefined> => {
      const asking = untilLater(simulateMs, signal)
      let computed: Simulation['computed'] | undefined = 'few'
      while (computed !== undefined) {
        const asked: { state: ModelState; simulation: Simulation } = {
          state,
          simulation: { ...simulation, computed },
        }
        const ran = await runAll(state, asked.simulation, asking)
        if (ran === undefined) return undefined
        const { shares, isPartial } = ran
        const settled: SettledSimulation | undefined = isPartial
          ? await threads.ask<SettledSimulation>('simulateSettle', { ...asked, shares }, asking)
          : undefined
        if (settled?.instead === undefined) return summaryOf(asked, shares, asking)
        computed = settled.instead
      }
      return undefined
    },
  }
}

/** Finds a thread for a deal that has no workbook. */
const withoutWorkbook = (dealId: string): ModelState => ({
  sha256: createHash('sha256').update(dealId).digest('hex'),
  formulas: 0,
  sources: [],
  overrides: [],
})

/** One deadline for all that is asked from now on. */
const untilLater = (ms: number, signal: AbortSignal | undefined): Asking => {
  const end = performance.now() + ms
  return {
    signal,
    get deadlineMs() {
      return Math.max(1, end - performance.now())
    },
  }
}
