import { createHash } from 'node:crypto'
import type { MetricDomain, Ripple, SimulationShare as Share, SimulationResult } from '@deal-canvas/engine'
import type { ReadModel } from './model.worker.ts'
import { asOfNow } from './model-refusal.ts'
import type { ModelState } from './model-state.ts'
import type { ModelThreads } from './model-threads.ts'
import type { QualitySnapshot } from './quality-snapshot.ts'
import type { Simulation, SimulationEnd } from './simulation.ts'

const openMs = 60_000
const readMs = 120_000
const simulateMs = 150_000

export interface Change {
  metricKey: string
  /** In the unit of the metric; a day as ISO 8601. */
  value: number | string
}

export type ModelComputing = ReturnType<typeof createModelComputing>

/** What can be asked of models; all of it is computed on threads. */
export const createModelComputing = ({ threads }: { threads: Pick<ModelThreads, 'ask' | 'spread' | 'count'> }) => {
  const sharesOf = async (state: ModelState, simulation: Simulation, signal: AbortSignal | undefined) => {
    // A few points are made sooner than another thread has compiled the model.
    const parts = simulation.computed === 'all' || simulation.uncertain.length > 1 ? threads.count : 1
    const answers = await threads.spread<{ shares: Share[] | undefined }>(
      'simulatePart',
      Array.from({ length: parts }, (_, part) => ({ state, simulation, part, parts })),
      { signal, deadlineMs: simulateMs },
    )
    return answers.every(({ shares }) => shares !== undefined)
      ? answers.flatMap(({ shares }) => shares ?? [])
      : undefined
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
    ): Promise<Ripple> => {
      const sha256 = createHash('sha256').update(dealId).digest('hex')
      return threads.ask(
        'catalogue',
        { state: { sha256, sources: [], overrides: [] }, ...given },
        { signal, deadlineMs: openMs },
      )
    },
    /** Undefined: there is nothing to watch. */
    simulate: async (
      state: ModelState,
      simulation: Omit<Simulation, 'computed'>,
      signal?: AbortSignal,
    ): Promise<SimulationResult | undefined> => {
      let computed: Simulation['computed'] | undefined = 'few'
      while (computed !== undefined) {
        const asked: Simulation = { ...simulation, computed }
        const shares = await sharesOf(state, asked, signal)
        if (shares === undefined) return undefined
        const end: SimulationEnd = await threads.ask(
          'simulateEnd',
          { state, simulation: asked, shares },
          { signal, deadlineMs: simulateMs },
        )
        if (end.result !== undefined) return end.result
        computed = end.instead
      }
      return undefined
    },
  }
}
