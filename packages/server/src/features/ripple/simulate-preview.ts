import { defaultTrials, type ProbabilisticView, type SimulationRequest } from '@deal-canvas/contract'
import type { MetricRow } from '../metrics/index.ts'
import { type ModelComputing, type ModelState, type Simulation, seedOf } from '../models/index.ts'
import type { PresentedScenario } from '../scenarios/index.ts'
import { breachSides, type Thresholds } from '../thresholds/index.ts'
import type { UncertaintyOfScenarios } from '../uncertainty/index.ts'
import { presentSimulation } from './present-simulation.ts'
import { valuesOf } from './read-metrics.ts'
import type { MetricChanges } from './read-preview-request.ts'

interface Deps {
  computing: Pick<ModelComputing, 'simulate'>
  presented: Pick<PresentedScenario, 'presentedId'>
  thresholds: Pick<Thresholds, 'all'>
  uncertainty: UncertaintyOfScenarios
  /** Monotonic clock for durations. */
  ticks(): number
}

interface Asked {
  changes: MetricChanges
  rows: readonly MetricRow[]
  asked: SimulationRequest
}

type Uncertain = Simulation['uncertain'][number]

export type SimulatePreview = ReturnType<typeof createSimulatePreview>

/** Simulates a what-if; undefined if there is nothing to simulate. */
export const createSimulatePreview = ({ computing, presented, thresholds, uncertainty, ticks }: Deps) => {
  /** The requested limits, else the hurdles and covenants of the deal. */
  const limitsOf = async (dealId: string, { thresholds: asked }: SimulationRequest, rows: readonly MetricRow[]) => {
    if (asked !== undefined) return asked.map(({ metric_key: metricKey, side, value }) => ({ metricKey, side, value }))
    const known = valuesOf(rows)
    return (await thresholds.all(dealId))
      .filter(({ metricKey }) => known.has(metricKey))
      .map(({ metricKey, side, value }) => ({ metricKey, side: breachSides[side], value }))
  }

  /** What varies as it is set for the presented scenario. Metrics that are set to a value and not asked for stay fixed. */
  const asSet = async (
    dealId: string,
    state: ModelState,
    changed: Uncertain,
    fixed: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Pick<Simulation, 'uncertain' | 'correlations'>> => {
    const [settings] = await uncertainty.appliedTo(dealId, [await presented.presentedId(dealId)])
    const { inputs, correlations } = await uncertainty.inModel(state, settings?.row, signal)
    const varying = inputs.filter(({ metricKey, varies, low, high }) => varies && low < high && !fixed.has(metricKey))
    const own = varying.find(({ metricKey }) => metricKey === changed.metricKey)
    const isShaped = changed.distribution !== undefined || changed.spread !== undefined
    return {
      uncertain: [
        isShaped || own === undefined ? changed : { ...changed, uncertainty: own.uncertainty },
        ...varying.filter((input) => input !== own).map(({ metricKey, uncertainty }) => ({ metricKey, uncertainty })),
      ],
      correlations,
    }
  }

  const asRequested = (
    changed: Uncertain,
    { uncertain = [], correlations = [] }: SimulationRequest,
  ): Pick<Simulation, 'uncertain' | 'correlations'> => ({
    uncertain: [
      changed,
      ...uncertain.map(({ metric_key, distribution, spread }) => ({ metricKey: metric_key, distribution, spread })),
    ],
    correlations,
  })

  return async (
    dealId: string,
    { state, version }: { state: ModelState; version: number },
    { changes: [change, ...further], rows, asked }: Asked,
    signal: AbortSignal,
  ): Promise<ProbabilisticView | undefined> => {
    const { metric, newValue } = change
    const { metricKey } = metric
    if (metric.unit === 'date') return undefined
    const startedAt = ticks()
    const changed = { metricKey, value: newValue, distribution: asked.distribution, spread: asked.spread }
    const fixed = new Set(further.map((other) => other.metric.metricKey))
    const { uncertain, correlations } =
      asked.scenario_settings === true
        ? await asSet(dealId, state, changed, fixed, signal)
        : asRequested(changed, asked)
    const drawn = new Set(uncertain.map((input) => input.metricKey))
    const requestedSamples = asked.samples ?? defaultTrials
    const result = await computing.simulate(
      withTyped(state, [
        // The formula of an uncertain computed metric would overwrite its sampled value, so its current value is set
        // as an override.
        ...(drawn.size === 1 ? [] : rows.filter((row) => row.kind === 'derived' && drawn.has(row.metricKey))),
        ...further.map((other) => ({ metricKey: other.metric.metricKey, value: other.newValue })),
      ]),
      {
        uncertain,
        correlations: correlations.filter(({ one, other }) => drawn.has(one) && drawn.has(other)),
        thresholds: await limitsOf(dealId, asked, rows),
        samples: requestedSamples,
        seed:
          asked.seed ??
          seedOf([
            dealId,
            version,
            metricKey,
            newValue,
            ...further.map((other) => [other.metric.metricKey, other.newValue]),
          ]),
      },
      signal,
    )
    if (result === undefined) return undefined
    return {
      ...presentSimulation({ metricKey, requestedSamples }, result),
      duration_ms: Math.round(ticks() - startedAt),
    }
  }
}

/** The model with the values of some metrics set as overrides of their formulas. */
const withTyped = (state: ModelState, typed: readonly { metricKey: string; value: number | null }[]): ModelState => {
  // Return the state unchanged: overrides in another order would be compiled again.
  if (typed.length === 0) return state
  const values = new Map(state.overrides.map(({ metricKey, value }) => [metricKey, value]))
  for (const { metricKey, value } of typed) if (value !== null) values.set(metricKey, value)
  const overrides = [...values].map(([metricKey, value]) => ({ metricKey, value }))
  return { ...state, overrides: overrides.sort((a, b) => (a.metricKey < b.metricKey ? -1 : 1)) }
}
