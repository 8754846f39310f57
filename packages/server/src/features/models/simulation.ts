import { defaultTrials, minTrials } from '@deal-canvas/contract'
import {
  addedRuns,
  type ComputedSamples,
  costOfRun,
  divideRuns,
  kindOf,
  type OutputResult,
  type SimulationPlan as Plan,
  planInSteps,
  type Runs,
  refinePlan,
  runShare,
  type SimulationShare as Share,
  type SimulationRequest,
  summarizeInputs,
  summarizeOutput,
  type Uncertainty,
  uncertainMetric,
} from '@deal-canvas/engine'
import { createLruCache } from '../../platform/lru-cache.ts'
import type { OpenModel } from './open-models.ts'

/** An uncertain metric. */
export interface Uncertain {
  metricKey: string
  /** Value after the change; undefined if unchanged. */
  value?: number
  distribution?: 'pert' | 'triangular' | 'uniform' | 'normal' | 'lognormal' | undefined
  spread?: number | undefined
  /** Instead of distribution and spread. */
  uncertainty?: Uncertainty | undefined
}

/** The request of a simulation; every thread needs all of it to sample the same numbers. */
export interface Simulation {
  /** The changed metric first, if one is changed. */
  uncertain: readonly Uncertain[]
  correlations: readonly { one: string; other: string; correlation: number }[]
  /** Also reports the probability that metrics end up beyond these values. */
  thresholds?: readonly { metricKey: string; side: 'below' | 'above'; value: number; name?: string }[] | undefined
  samples: number
  seed: number
  computed: ComputedSamples
}

/** Some trials of a simulation, and where the next slice starts; the part is done if `next` is undefined. */
export interface SimulationSlice {
  /** Undefined while planning. */
  share: Share | undefined
  next: number | undefined
  /** Whether only some trials are computed; `settle` must then check whether the others can be interpolated. */
  isPartial: boolean
  /** The runs of a second round; the first has computed the others. */
  added: Runs | undefined
}

/** Which trials to compute instead; undefined if the computed ones suffice. */
export interface SettledSimulation {
  instead: ComputedSamples | undefined
}

/** Computed metrics that a simulation can report. */
const watched = ({ matches, workbook, calculator }: OpenModel, { uncertain, thresholds = [] }: Simulation) => {
  const { grid, formulas } = calculator.model
  const computed = new Set(formulas.map(({ id }) => id))
  const own = new Set(uncertain.map(({ metricKey }) => metricKey))
  return matches.flatMap(({ metricKey, unit, sheet, row, column, scale }) => {
    const cell = grid.idOf(
      workbook.sheets.findIndex(({ name }) => name === sheet),
      row,
      column,
    )
    if (own.has(metricKey) || unit === 'date' || !computed.has(cell)) return []
    const asked = thresholds
      .filter((threshold) => threshold.metricKey === metricKey)
      .map(({ side, value, name }) => (side === 'below' ? { name, below: value } : { name, above: value }))
    return [{ key: metricKey, cell, scale, better: kindOf(metricKey)?.better ?? null, thresholds: asked }]
  })
}

/** The request in terms of cells; undefined if there is no output, or an uncertain metric has no cell. */
const requestOf = (model: OpenModel, simulation: Simulation): SimulationRequest | undefined => {
  const outputs = watched(model, simulation)
  const inputs = simulation.uncertain.flatMap(({ metricKey, value, distribution: kind, spread, uncertainty }) => {
    const match = model.matches.find((item) => item.metricKey === metricKey)
    return (match && uncertainMetric(model.calculator, match, { value, kind, spread, uncertainty })) ?? []
  })
  if (outputs.length === 0 || inputs.length !== simulation.uncertain.length) return undefined
  const { correlations, samples, seed, computed } = simulation
  return { inputs, outputs, correlations, samples, seed, computed }
}

/** Cost limit of the first slice, in formulas (see costOfRun); after that, the duration of a run is known. */
const costOfSlice = 1_000_000
/** Maximum time others wait for the thread. How runs are grouped does not change their results. */
const sliceMs = 80
const maxRuns = 20_000
/** Number of runs that are computed side by side in lanes. */
const minRuns = 8
const maxDrawnNumbers = 200_000

/** The part of a thread that has nothing to run. */
const nothing: Runs = { from: 0, to: 0 }

/** Maximum numbers kept for all plans, eight bytes each. */
const maxPlannedNumbers = 16_000_000

interface Planned {
  model: OpenModel
  request: SimulationRequest | undefined
  /** Undefined if the request is not possible; sets `plan` when done. */
  steps: Generator<undefined, Plan> | undefined
  plan: Plan | undefined
  /** Cost of one run. */
  cost: number
  /** Number of runs in the next slice. */
  runs: number
}

/** The same before and after planning: the samples of both sides, and the inputs of each run. */
const numbersIn = ({ request }: Planned): number =>
  request === undefined ? 1 : request.inputs.length * 4 * Math.min(request.samples, maxDrawnNumbers)

/**
 * Maximum number of trials of a request. Sampling cannot be split into slices, so the count of sampled numbers is
 * limited, too; correlated numbers are sampled twice.
 */
const affordableSamples = (
  maxCost: number,
  { inputs, correlations = [], samples }: SimulationRequest,
  cost: number,
) => {
  const sides = inputs.some(({ base, value }) => base !== value) ? 2 : 1
  const drawn = maxDrawnNumbers / inputs.length / (correlations.length > 0 ? 2 : 1)
  const computed = maxCost / cost / sides
  return {
    drawn: Math.min(samples, Math.max(defaultTrials, Math.floor(drawn))),
    computed: Math.max(minTrials, Math.floor(computed) - 1),
  }
}

/**
 * The plan for a request, with fewer trials if all of them would exceed the cost limit. This depends only on the model
 * and the request, so that the same seed gives the same bytes on any machine.
 */
const planWithin = function* (maxCost: number, asked: SimulationRequest, cost: number): Generator<undefined, Plan> {
  const affordable = affordableSamples(maxCost, asked, cost)
  // Explicit trial indexes do not apply to a smaller set of trials.
  const reduced = (samples: number, computed = asked.computed): SimulationRequest => ({
    ...asked,
    samples,
    computed: typeof computed === 'string' ? computed : 'all',
  })
  const request = affordable.drawn < asked.samples ? reduced(affordable.drawn) : asked
  const plan = yield* planInSteps(request)
  const isAffordable = plan.work.runs * cost <= maxCost || affordable.computed >= request.samples
  return isAffordable ? plan : yield* planInSteps(reduced(affordable.computed, 'all'))
}

/**
 * Plans and runs simulations in slices. Several plans are kept, because users take turns on a thread and request their
 * slices one by one.
 */
export const createSimulations = ({ maxCost }: { maxCost: number }) => {
  const plans = createLruCache<string, Planned>({ maxWeight: maxPlannedNumbers, weightOf: numbersIn })

  const plannedFor = (model: OpenModel, state: string, simulation: Simulation): Planned => {
    const key = `${state} ${JSON.stringify(simulation)}`
    const known = plans.get(key)
    if (known?.model === model) return known
    const request = requestOf(model, simulation)
    const cost =
      request === undefined
        ? 0
        : costOfRun(
            model.calculator,
            request.inputs.flatMap(({ cells }) => cells),
            request.outputs.map(({ cell }) => cell),
          )
    const steps = request === undefined ? undefined : planWithin(maxCost, request, cost)
    const runs = Math.max(minRuns, Math.floor(costOfSlice / Math.max(1, cost)))
    const planned = { model, request, steps, plan: undefined, cost, runs }
    plans.set(key, planned)
    return planned
  }
  /** Advances the plan by one step. */
  const advance = (planned: Planned): void => {
    const step = planned.steps?.next()
    if (step?.done === true) planned.plan = step.value
  }
  const planOf = (...given: Parameters<typeof plannedFor>): Plan => {
    const planned = plannedFor(...given)
    if (planned.steps === undefined) throw new Error('A simulation that is not possible goes on')
    while (planned.plan === undefined) advance(planned)
    return planned.plan
  }

  return {
    /** Runs the next slice of one part of all runs; undefined if the simulation is not possible. */
    slice: (
      model: OpenModel,
      state: string,
      simulation: Simulation,
      { part, parts, from }: { part: number; parts: number; from: number | undefined },
    ): SimulationSlice | undefined => {
      const planned = plannedFor(model, state, simulation)
      if (planned.steps === undefined) return undefined
      if (planned.plan === undefined) advance(planned)
      const { plan } = planned
      if (plan === undefined) return { share: undefined, next: from, isPartial: false, added: undefined }
      const { work, nodes } = plan
      const added = addedRuns(plan)
      const { from: first, to: last } = divideRuns(added ?? { from: 0, to: work.runs }, parts)[part] ?? nothing
      const start = from ?? first
      const end = Math.min(last, start + planned.runs)
      const begun = performance.now()
      const share = runShare(model.calculator, work, start, end)
      const perRun = (performance.now() - begun) / Math.max(1, end - start)
      planned.runs = Math.max(minRuns, Math.min(maxRuns, Math.floor(sliceMs / perRun)))
      return {
        share,
        next: end < last ? end : undefined,
        isPartial: nodes !== undefined && simulation.computed === 'few',
        added,
      }
    },

    /** Checks whether the computed trials suffice to interpolate the others. */
    settle: (model: OpenModel, state: string, simulation: Simulation, shares: readonly Share[]): SettledSimulation => ({
      instead: refinePlan(planOf(model, state, simulation), shares)?.request.computed,
    }),

    /** Summarizes all trials for one output; the shares contain only that output. */
    output: (
      model: OpenModel,
      state: string,
      simulation: Simulation,
      { place, shares }: { place: number; shares: readonly Share[] },
    ): OutputResult => summarizeOutput(planOf(model, state, simulation), place, shares),

    /** The rest of the simulation result. */
    inputs: (model: OpenModel, state: string, simulation: Simulation): ReturnType<typeof summarizeInputs> =>
      summarizeInputs(planOf(model, state, simulation)),
  }
}
