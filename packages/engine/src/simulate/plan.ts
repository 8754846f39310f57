import { createQuantile, type Distribution } from './distribution.ts'
import { drawShares } from './draws.ts'
import {
  firstPlaces,
  minSamples,
  type Nodes,
  oneNode,
  oneRound,
  orderOf,
  placesOfValues,
  type RunOrder,
  samplesOf,
  secondRound,
} from './nodes.ts'
import { type Computed, correlationMatrix, judgeDistribution, judgeRequest, type SimulationRequest } from './request.ts'
import { distributionAround } from './spread.ts'
import { type Ends, endsOf, runsPerBar } from './tornado.ts'
import { inCells, typedInCells } from './units.ts'

/**
 * What to compute, in a form that can be sent to another thread. The runs are, in this order: the model before the
 * change, after it, all points after the change, all points before it, then each input alone at its P10 and at its P90.
 * Points that a second round adds stand together, between those of the first: see `addedRuns`.
 */
export interface Work {
  readonly inputs: readonly {
    readonly cells: readonly number[]
    /** The cell values in each run. */
    readonly values: Float64Array
  }[]
  /** The cells that are read in each run. */
  readonly outputs: readonly number[]
  /** The cells that are read in all runs except those of the points before the change. */
  readonly series: readonly number[]
  readonly points: number
  /** The first of the runs in which a single input is moved. */
  readonly barsFrom: number
  readonly runs: number
}

/**
 * One side of the change: the distributions of the inputs, and their values in each trial, in the units of their
 * metrics.
 */
export interface Side {
  readonly distributions: readonly Distribution[]
  readonly draws: readonly Float64Array[]
}

export interface Plan {
  readonly request: SimulationRequest
  readonly after: Side
  /** Undefined if it is the same as after, because there is no change, only uncertainty. */
  readonly before: Side | undefined
  readonly work: Work
  /** The computed trials if the others are interpolated between them, sorted by the one input that varies. */
  readonly nodes:
    | (Nodes & {
        readonly input: number
        readonly inRuns: RunOrder
        /** Whether every occurring value is computed, so that nothing is interpolated. */
        readonly isExact: boolean
      })
    | undefined
  /** The values to which each input is moved alone. */
  readonly ends: readonly Ends[]
  /** Wasted runs, if nothing can be interpolated between them. */
  readonly spentRuns: number
}

/** The number of runs before the first point. */
export const scalarRuns = 2

const isConstant = (values: Float64Array): boolean => values.every((value) => value === values[0])

/** One step per input: a hundred thousand trials of one input take longer than other tasks can wait for a thread. */
const sideOf = function* (
  { inputs }: SimulationRequest,
  shares: readonly Float64Array[],
  worth: (input: SimulationRequest['inputs'][number]) => number,
  known?: Side,
): Generator<undefined, Side> {
  const distributions: Distribution[] = []
  const draws: Float64Array[] = []
  for (const [n, input] of inputs.entries()) {
    const { key, distribution = { kind: 'pert' }, value, range, step } = input
    const same = { distribution: known?.distributions[n], draws: known?.draws[n] }
    if (worth(input) === value && same.distribution !== undefined && same.draws !== undefined) {
      distributions.push(same.distribution)
      draws.push(same.draws)
      continue
    }
    const around = distributionAround(distribution, { value: worth(input), givenAround: value, range, step })
    judgeDistribution(key, around)
    distributions.push(around)
    draws.push((shares[n] ?? new Float64Array()).map(createQuantile(around)))
    yield
  }
  return { distributions, draws }
}

/**
 * The point of a run. After the change (side 0) the points of the first round come first, before it (side 1) last, so
 * that the added ones stand together.
 */
export const pointOfRun = (run: number, side: number, { points, known }: { points: number; known: number }): number =>
  side === 0 ? run : (run + known) % points

const workOf = ({ request, after, before, nodes, ends }: Omit<Plan, 'work'>): Work => {
  const samples = nodes === undefined ? undefined : samplesOf(nodes)
  const points = samples === undefined ? request.samples : samples.length
  const { indexes, known } = nodes?.inRuns ?? { indexes: undefined, known: points }
  const barsFrom = scalarRuns + points * (before === undefined ? 1 : 2)
  const runs = barsFrom + runsPerBar * request.inputs.length
  const inputs = request.inputs.map((input, n) => {
    const values = new Float64Array(runs)
    values[0] = inCells(input, input.base)
    values[1] = inCells(input, input.value)
    ;[after, before].forEach((side, place) => {
      const draws = side?.draws[n]
      if (draws === undefined) return
      const start = scalarRuns + place * points
      for (let run = 0; run < points; run++) {
        const sample = samples?.[indexes?.[pointOfRun(run, place, { points, known })] ?? 0] ?? run
        values[start + run] = inCells(input, draws[sample] ?? 0)
      }
    })
    values.fill(inCells(input, input.base), barsFrom)
    const { p10, p90 } = ends[n] ?? { p10: input.base, p90: input.base }
    values[barsFrom + runsPerBar * n] = typedInCells(input, p10)
    values[barsFrom + runsPerBar * n + 1] = typedInCells(input, p90)
    return { cells: input.cells, values }
  })
  return {
    inputs,
    outputs: request.outputs.map(({ cell }) => cell),
    series: (request.series ?? []).flatMap((series) => series.points.map(({ cell }) => cell)),
    points,
    barsFrom,
    runs,
  }
}

/** The runs of a second round that the first has not computed; undefined if the plan does not continue another. */
export const addedRuns = ({ request, nodes, before, work }: Plan): { from: number; to: number } | undefined => {
  if (nodes === undefined || typeof (request.computed ?? 'few') === 'string') return undefined
  const { known } = nodes.inRuns
  return { from: scalarRuns + known, to: work.barsFrom - (before === undefined ? 0 : known) }
}

/** The inputs that actually vary. */
const varyingIn = (sides: readonly (Side | undefined)[]): number[] => {
  const varying = new Set<number>()
  for (const side of sides)
    side?.draws.forEach((values, n) => {
      if (!isConstant(values)) varying.add(n)
    })
  return [...varying]
}

/** If at least this share of the trials differ, computing each value once saves little. */
const worthSharing = 0.5

const isOnSteps = (distribution: Distribution | undefined): boolean =>
  distribution !== undefined && (distribution.step !== undefined || distribution.kind === 'discrete')

/** If at most one input varies, a few points determine the results of all trials. */
const nodesFor = (
  computed: Computed,
  shares: readonly Float64Array[],
  sides: readonly (Side | undefined)[],
): Plan['nodes'] => {
  if (computed === 'all') return undefined
  const [input, another] = varyingIn(sides)
  if (another !== undefined) return undefined
  if (input === undefined) return { input: 0, ...oneNode, inRuns: oneRound(oneNode.places), isExact: false }
  const own = shares[input] ?? new Float64Array()
  const isStepped = sides.some((side) => isOnSteps(side?.distributions[input]))
  if (own.length < minSamples && !isStepped) return undefined
  const order = orderOf(own)
  if (typeof computed !== 'string')
    return { input, order, places: computed, inRuns: secondRound(computed, own.length), isExact: false }
  if (!isStepped) {
    const places = firstPlaces(own.length)
    return { input, order, places, inRuns: oneRound(places), isExact: false }
  }
  // There is nothing to interpolate between two whole numbers: each of them is computed once.
  const places = placesOfValues(
    order,
    sides.flatMap((side) => side?.draws[input] ?? []),
  )
  if (places.length > worthSharing * own.length) return undefined
  return { input, order, places, inRuns: oneRound(places), isExact: true }
}

/**
 * Decides step by step what to compute. The trials depend only on the seed, and a trial uses the same shares of the
 * distributions before and after the change, so that the change itself has a distribution. Throws an
 * ImpossibleSimulation that says what is wrong with the request.
 */
export const planInSteps = function* (request: SimulationRequest): Generator<undefined, Plan> {
  judgeRequest(request)
  const { inputs, samples, seed, sampling, computed = 'few' } = request
  const shares = drawShares({
    inputs: inputs.length,
    samples,
    seed,
    sampling,
    correlation: correlationMatrix(request),
  })
  yield
  const isChanged = inputs.some(({ base, value }) => base !== value)
  const after = yield* sideOf(request, shares, ({ value }) => value)
  const before = isChanged ? yield* sideOf(request, shares, ({ base }) => base, after) : undefined
  const nodes = nodesFor(computed, shares, [after, before])
  const plan = { request, after, before, nodes, ends: after.distributions.map(endsOf), spentRuns: 0 }
  return { ...plan, work: workOf(plan) }
}

/** The same in one call. */
export const planSimulation = (request: SimulationRequest): Plan => {
  const steps = planInSteps(request)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The plan of a second round: with more trials computed, or with all. */
export const withComputed = (plan: Plan, computed: Exclude<Computed, 'few'>): Plan => {
  const { nodes } = plan
  const request = { ...plan.request, computed }
  const other =
    computed === 'all' || nodes === undefined
      ? { ...plan, request, nodes: undefined, spentRuns: plan.spentRuns + plan.work.runs }
      : { ...plan, request, nodes: { ...nodes, places: computed, inRuns: secondRound(computed, nodes.order.length) } }
  return { ...other, work: workOf(other) }
}
