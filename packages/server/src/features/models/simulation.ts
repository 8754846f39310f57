import {
  type ComputedSamples,
  costOfRun,
  divideRuns,
  kindOf,
  type OutputResult,
  type SimulationPlan as Plan,
  planInSteps,
  refinePlan,
  runShare,
  type SimulationShare as Share,
  type SimulationRequest,
  summarizeInputs,
  summarizeOutput,
  uncertainMetric,
} from '@deal-canvas/engine'
import { createLruCache } from '../../platform/lru-cache.ts'
import type { OpenModel } from './open-models.ts'

/** A metric of which it is not sure what it will be. */
export interface Uncertain {
  metricKey: string
  /** After the change; undefined: as it is. */
  value?: number
  distribution?: 'pert' | 'triangular' | 'uniform' | 'normal' | 'lognormal' | undefined
  spread?: number | undefined
}

/** What is asked of a simulation, as every thread must know it to draw the same numbers. */
export interface Simulation {
  /** The changed metric first. */
  uncertain: readonly Uncertain[]
  correlations: readonly { one: string; other: string; correlation: number }[]
  /** How likely metrics are to end up beyond these is told, too. */
  thresholds?: readonly { metricKey: string; side: 'below' | 'above'; value: number }[] | undefined
  samples: number
  seed: number
  computed: ComputedSamples
}

/** Some of the runs of a simulation, and where the next slice begins; no `next`: the part is done. */
export interface SimulationSlice {
  /** None: it is still being planned. */
  share: Share | undefined
  next: number | undefined
  /** Whether only some samples are computed: then it must be asked whether they tell what the others are worth. */
  isPartial: boolean
}

/** Which samples to compute instead of those that were; none: they tell all. */
export interface SettledSimulation {
  instead: ComputedSamples | undefined
}

/** The metrics that are computed and that a simulation can watch. */
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
      .filter((one) => one.metricKey === metricKey)
      .map(({ side, value }) => (side === 'below' ? { below: value } : { above: value }))
    return [{ key: metricKey, cell, scale, better: kindOf(metricKey)?.better ?? null, thresholds: asked }]
  })
}

/** The request in cells; undefined: there is nothing to watch, or a metric that stands in no cell. */
const requestOf = (model: OpenModel, simulation: Simulation): SimulationRequest | undefined => {
  const outputs = watched(model, simulation)
  const inputs = simulation.uncertain.flatMap(({ metricKey, value, distribution: kind, spread }) => {
    const match = model.matches.find((one) => one.metricKey === metricKey)
    return (match && uncertainMetric(model.calculator, match, { value, kind, spread })) ?? []
  })
  if (outputs.length === 0 || inputs.length !== simulation.uncertain.length) return undefined
  const { correlations, samples, seed, computed } = simulation
  return { inputs, outputs, correlations, samples, seed, computed }
}

/** What the first slice may cost, counted in formulas (see costOfRun); from then on it is known how long runs take. */
const costOfSlice = 1_000_000
/** So long others wait for the thread. Which runs are made together changes nothing in what they give. */
const sliceMs = 80
const maxRuns = 20_000
/** Lanes compute this many runs side by side. */
const minRuns = 8
const minSamples = 100
const maxDrawnNumbers = 200_000
/** As many as are drawn unless somebody asks for more. */
const minDrawn = 10_000

/** So many numbers are kept of plans, eight bytes each. */
const maxPlannedNumbers = 16_000_000

interface Planned {
  model: OpenModel
  request: SimulationRequest | undefined
  /** Of a request that is possible; its plan, once it is done. */
  steps: Generator<undefined, Plan> | undefined
  plan: Plan | undefined
  /** Of one run. */
  cost: number
  /** In the next slice. */
  runs: number
}

/** The same before and after it is planned: draws of both sides, and what the inputs are in each run. */
const numbersIn = ({ request }: Planned): number =>
  request === undefined ? 1 : request.inputs.length * 4 * Math.min(request.samples, maxDrawnNumbers)

/**
 * How many samples a request may have. Drawing them cannot be cut into slices, so that they are bounded by how many numbers
 * are drawn as well; numbers that go together are drawn twice.
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
    drawn: Math.min(samples, Math.max(minDrawn, Math.floor(drawn))),
    computed: Math.max(minSamples, Math.floor(computed) - 1),
  }
}

/**
 * The plan for a request, with fewer samples where all of them would cost more than one simulation may. That follows from
 * the model and the request alone, so that the same seed gives the same bytes on any machine.
 */
const planWithin = function* (maxCost: number, asked: SimulationRequest, cost: number): Generator<undefined, Plan> {
  const affordable = affordableSamples(maxCost, asked, cost)
  // Places to compute are places among samples, of which there are now others.
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
 * Plans and runs simulations in slices. Plans of several stay, because those of several people take turns on a thread, and
 * the slices of each are asked for one by one.
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
  /** One step further with the plan. */
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
    /** The next slice of one of several parts of all runs; none: the simulation is not possible. */
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
      if (plan === undefined) return { share: undefined, next: from, isPartial: false }
      const { from: first, to: last } = divideRuns(plan.work, parts)[part] ?? { from: 0, to: 0 }
      const start = from ?? first
      const end = Math.min(last, start + planned.runs)
      const begun = performance.now()
      const share = runShare(model.calculator, plan.work, start, end)
      const perRun = (performance.now() - begun) / Math.max(1, end - start)
      planned.runs = Math.max(minRuns, Math.min(maxRuns, Math.floor(sliceMs / perRun)))
      return {
        share,
        next: end < last ? end : undefined,
        isPartial: plan.nodes !== undefined && simulation.computed === 'few',
      }
    },

    /** Whether the samples that were computed tell what the others are worth. */
    settle: (model: OpenModel, state: string, simulation: Simulation, shares: readonly Share[]): SettledSimulation => ({
      instead: refinePlan(planOf(model, state, simulation), shares)?.request.computed,
    }),

    /** What all samples mean for one output; the shares have that output alone. */
    output: (
      model: OpenModel,
      state: string,
      simulation: Simulation,
      { place, shares }: { place: number; shares: readonly Share[] },
    ): OutputResult => summarizeOutput(planOf(model, state, simulation), place, shares),

    /** All else that a simulation says. */
    inputs: (model: OpenModel, state: string, simulation: Simulation): ReturnType<typeof summarizeInputs> =>
      summarizeInputs(planOf(model, state, simulation)),
  }
}
