import { createHash } from 'node:crypto'
import {
  type FoundTable,
  type GoalSeek,
  type InputStrength,
  type MetricDomain,
  type OutputResult,
  type Ripple,
  type Runs,
  type SimulationShare as Share,
  type SimulationResult,
  sharesOfFirstRound,
  sharesOfOutput,
  type summarizeInputs,
  type TableRows,
  type TwoWayTable,
  type Uncertainty,
  type WorkbookCases,
} from '@deal-canvas/engine'
import type { GoalSeekAnswer } from './answer-goal.ts'
import type { VaryingInput } from './input-uncertainties.ts'
import type { ReadModel } from './model.worker.ts'
import { asOfNow } from './model-refusal.ts'
import type { ModelState } from './model-state.ts'
import type { Asking, ModelThreads } from './model-threads.ts'
import type { QualitySnapshot } from './quality-snapshot.ts'
import type { CellArea, FoundArea } from './read-areas.ts'
import type { CellToWrite, ScenarioInputs, ScenarioValues } from './scenario-values.ts'
import type { SettledSimulation, Simulation, SimulationSlice } from './simulation.ts'
import type { WorkbookReading, WorkbookTemplate } from './workbook-reading.ts'

const openMs = 60_000
const readMs = 120_000
const simulateMs = 150_000
/**
 * Number of parts per thread into which a simulation is split, so that no thread waits long for the others at the end.
 */
const partsPerThread = 8

export interface Change {
  metricKey: string
  /** In the unit of the metric; a date as ISO 8601. */
  value: number | string
  /** The deal's own name for the metric. */
  name?: string
}

export type ModelComputing = ReturnType<typeof createModelComputing>

/** The trials of a simulation or of a part of it. */
interface Ran {
  shares: Share[]
  isPartial: boolean
  added: Runs | undefined
}

/** All computations on models; they run on worker threads. */
export const createModelComputing = ({ threads }: { threads: Pick<ModelThreads, 'ask' | 'askNth' | 'count'> }) => {
  /** Runs one part in slices, each as a separate task of the thread; undefined if the simulation is not possible. */
  const sharesOfPart = async (
    thread: number,
    asked: { state: ModelState; simulation: Simulation; part: number; parts: number },
    asking: Asking,
  ): Promise<Ran | undefined> => {
    const shares: Share[] = []
    let isPlanned = false
    let isPartial = false
    let added: Runs | undefined
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
      added = slice.added
      from = slice.next
    } while (!isPlanned || from !== undefined)
    return { shares, isPartial, added }
  }

  /** Runs all trials on the available threads; the first failure cancels the rest. */
  const runAll = async (state: ModelState, simulation: Simulation, given: Asking): Promise<Ran | undefined> => {
    // A few points are computed faster than another thread could compile the model.
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
      /** Runs one part after another; a thread that must compile the model first runs fewer. */
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
        added: possible[0]?.added,
      }
    } catch (error) {
      rest.abort()
      throw error
    }
  }

  /** Summarizes all trials, output by output. */
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
    /** Compiles the model if necessary. */
    open: (state: ModelState, signal?: AbortSignal): Promise<{ tier: 'full' | 'values_only' }> =>
      threads.ask('open', { state }, { signal, deadlineMs: openMs }),
    /** Prepares everything that the first what-if needs. */
    warm: (state: ModelState): Promise<object> => threads.ask('warm', { state }, { deadlineMs: openMs }),
    /** Reads everything a deal uses from a workbook. */
    read: (state: ModelState, signal?: AbortSignal): Promise<ReadModel> =>
      threads.ask('read', { state }, { signal, deadlineMs: readMs }),
    /** Each metric with its cell and the alternative cells. */
    reading: (state: ModelState, signal?: AbortSignal): Promise<WorkbookReading> =>
      threads.ask('reading', { state }, { signal, deadlineMs: readMs }),
    /** The template fingerprint that the workbook shares with others. */
    template: (sha256: string, signal?: AbortSignal): Promise<WorkbookTemplate> =>
      threads.ask('template', { state: { sha256, sources: [], overrides: [] } }, { signal, deadlineMs: readMs }),
    examine: (state: ModelState, signal?: AbortSignal): Promise<QualitySnapshot> =>
      threads.ask<QualitySnapshot>('examine', { state }, { signal, deadlineMs: readMs }).catch(asOfNow),
    /** Computes a what-if with the formulas of the workbook. */
    ripple: (
      state: ModelState,
      changes: readonly Change[],
      { scoreBefore, signal }: { scoreBefore?: number | undefined; signal?: AbortSignal | undefined } = {},
    ): Promise<Ripple> => threads.ask('ripple', { state, changes, scoreBefore }, { signal, deadlineMs: openMs }),
    /** Computes a what-if with the formulas of the catalog from the metrics of a deal. */
    byCatalogue: (
      dealId: string,
      given: { values: ReadonlyMap<string, number>; changes: readonly Change[]; domain: MetricDomain | undefined },
      signal?: AbortSignal,
    ): Promise<Ripple> =>
      threads.ask('catalogue', { state: withoutWorkbook(dealId), ...given }, { signal, deadlineMs: openMs }),
    /** Undefined if the metric or the input is not a number in the workbook. */
    goalSeek: async (state: ModelState, goal: GoalSeek, signal?: AbortSignal): Promise<GoalSeekAnswer | undefined> =>
      (
        await threads.ask<{ found: GoalSeekAnswer | undefined }>(
          'goalSeek',
          { state, goal },
          { signal, deadlineMs: openMs },
        )
      ).found,
    /** Goal seek with the formulas of the catalog, from the metrics of a deal. */
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
    /** Some rows of a two-way table; undefined if a metric has no number in the workbook. */
    table: async (
      state: ModelState,
      asked: { table: TwoWayTable; from: number; to: number },
      signal?: AbortSignal,
    ): Promise<TableRows | undefined> =>
      (await threads.ask<{ rows: TableRows | undefined }>('table', { state, ...asked }, { signal, deadlineMs: openMs }))
        .rows,
    /** The same with the formulas of the catalog, from the metrics of a deal. */
    tableByCatalogue: async (
      dealId: string,
      asked: {
        table: TwoWayTable
        from: number
        to: number
        values: ReadonlyMap<string, number>
        domain: MetricDomain | undefined
      },
      signal?: AbortSignal,
    ): Promise<TableRows | undefined> =>
      (
        await threads.ask<{ rows: TableRows | undefined }>(
          'tableByCatalogue',
          { state: withoutWorkbook(dealId), ...asked },
          { signal, deadlineMs: openMs },
        )
      ).rows,
    /** The metrics in several scenarios, which start from the workbook without overrides. */
    scenarios: async (
      state: ModelState,
      scenarios: readonly ScenarioInputs[],
      signal?: AbortSignal,
    ): Promise<ScenarioValues[]> =>
      (
        await threads.ask<{ found: ScenarioValues[] }>(
          'scenarios',
          { state: { ...state, overrides: [] }, scenarios },
          { signal, deadlineMs: openMs },
        )
      ).found,
    /** Cells of the workbook as the memo presents it. */
    areas: async (state: ModelState, areas: readonly CellArea[], signal?: AbortSignal): Promise<FoundArea[]> =>
      (await threads.ask<{ found: FoundArea[] }>('areas', { state, areas }, { signal, deadlineMs: openMs })).found,
    /** The tables of the workbook that a memo can show. */
    modelTables: async (state: ModelState, signal?: AbortSignal): Promise<FoundTable[]> =>
      (await threads.ask<{ tables: FoundTable[] }>('modelTables', { state }, { signal, deadlineMs: openMs })).tables,
    /** The cells of the workbook that hold other values in a scenario. */
    cellsToWrite: async (state: ModelState, inputs: ScenarioInputs, signal?: AbortSignal): Promise<CellToWrite[]> =>
      (
        await threads.ask<{ cells: CellToWrite[] }>(
          'cellsToWrite',
          { state: { ...state, overrides: [] }, inputs },
          { signal, deadlineMs: openMs },
        )
      ).cells,
    /** The cases of the workbook's own selector; undefined if it has none. */
    cases: async (state: ModelState, signal?: AbortSignal): Promise<WorkbookCases | undefined> =>
      (
        await threads.ask<{ found: WorkbookCases | undefined }>(
          'cases',
          { state: { ...state, overrides: [] } },
          { signal, deadlineMs: openMs },
        )
      ).found,
    /** The inputs that can vary in simulations; without settings by their kind. */
    uncertainties: async (
      state: ModelState,
      settings: ReadonlyMap<string, Uncertainty> | undefined,
      signal?: AbortSignal,
    ): Promise<VaryingInput[]> =>
      (
        await threads.ask<{ inputs: VaryingInput[] }>(
          'uncertainties',
          { state, settings },
          { signal, deadlineMs: openMs },
        )
      ).inputs,
    /** The inputs with the largest effect on a computed metric, strongest first. */
    strongestInputs: async (state: ModelState, metricKey: string, signal?: AbortSignal): Promise<InputStrength[]> =>
      (
        await threads.ask<{ inputs: InputStrength[] }>(
          'strongest',
          { state, metricKey },
          { signal, deadlineMs: openMs },
        )
      ).inputs,
    /** Undefined if there is no output to simulate. */
    simulate: async (
      state: ModelState,
      simulation: Omit<Simulation, 'computed'>,
      signal?: AbortSignal,
    ): Promise<SimulationResult | undefined> => {
      const asking = untilLater(simulateMs, signal)
      let computed: Simulation['computed'] | undefined = 'few'
      let first: readonly Share[] = []
      while (computed !== undefined) {
        const asked: { state: ModelState; simulation: Simulation } = {
          state,
          simulation: { ...simulation, computed },
        }
        const ran = await runAll(state, asked.simulation, asking)
        if (ran === undefined) return undefined
        const { isPartial, added } = ran
        const shares = added === undefined ? ran.shares : [...sharesOfFirstRound(added, first), ...ran.shares]
        const settled: SettledSimulation | undefined = isPartial
          ? await threads.ask<SettledSimulation>('simulateSettle', { ...asked, shares }, asking)
          : undefined
        if (settled?.instead === undefined) return summaryOf(asked, shares, asking)
        computed = settled.instead
        first = shares
      }
      return undefined
    },
  }
}

/** A placeholder state that assigns a thread to a deal without a workbook. */
const withoutWorkbook = (dealId: string): ModelState => ({
  sha256: createHash('sha256').update(dealId).digest('hex'),
  formulas: 0,
  sources: [],
  overrides: [],
})

/** One deadline shared by all following requests. */
const untilLater = (ms: number, signal: AbortSignal | undefined): Asking => {
  const end = performance.now() + ms
  return {
    signal,
    get deadlineMs() {
      return Math.max(1, end - performance.now())
    },
  }
}
