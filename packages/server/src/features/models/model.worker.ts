import {
  ImpossibleSimulation,
  type MetricDomain,
  type OutputResult,
  type Ripple,
  RippleRefusal,
  rippleByCatalogue,
  type SimulationShare as Share,
  type summariseInputs,
  UnreadableWorkbook,
} from '@deal-canvas/engine'
import type { LostCell } from './chosen-cells.ts'
import { foundInWorkbook, type WorkbookMetric } from './found-in-workbook.ts'
import { integrityScore, integrityScoreWith } from './integrity-score.ts'
import { createOpenModels, type OpenModel } from './open-models.ts'
import { type QualitySnapshot, qualitySnapshot } from './quality-snapshot.ts'
import { createSimulations, type SettledSimulation, type Simulation, type SimulationSlice } from './simulation.ts'
import { maxSimulationCost } from './simulation-cost.ts'
import { type Asked, type Missing, type Refused, stands, throwIfCancelled } from './worker-tasks.ts'

/** What a thread keeps between two tasks: the models that it has compiled. */
const models = createOpenModels({ mostModels: 8, mostCells: 4_000_000 })
const simulations = createSimulations({ maxCost: maxSimulationCost })

/** What is known of a workbook with the cells that people chose and the values that they applied. */
export interface ReadModel {
  tier: 'full' | 'values_only'
  dealType: string | null
  formulas: number
  computed: number
  agreeing: number
  metrics: WorkbookMetric[]
  quality: QualitySnapshot
  lostSources: readonly LostCell[]
  lostOverrides: readonly string[]
}

const withModel = <Answer>(
  { state, bytes, stand }: Asked,
  work: (model: OpenModel) => Answer,
): Answer | Missing | Refused => {
  Atomics.compareExchange(stand, 0, stands.waiting, stands.begun)
  throwIfCancelled(stand)
  try {
    const model = models.get(state, bytes)
    if (model === undefined) return { missing: true }
    throwIfCancelled(stand)
    return work(model)
  } catch (error) {
    return refusedBy(error)
  }
}

/** What is wrong with the file or the question goes back as an answer; anything else is a fault. */
const refusedBy = (error: unknown): Refused => {
  if (error instanceof UnreadableWorkbook) return { refused: { code: 'unreadable', message: error.message } }
  if (error instanceof RippleRefusal) {
    const { code, message, metricKey, nearest } = error
    return { refused: { code, message, metricKey, nearest } }
  }
  if (error instanceof ImpossibleSimulation) {
    return { refused: { code: 'impossible_simulation', message: error.message } }
  }
  throw error
}

/** Loads all of this, and keeps the thread from ending, and what it has compiled with it. */
export const wake = (): void => undefined

export const open = (asked: Asked): { tier: OpenModel['tier'] } | Missing | Refused =>
  withModel(asked, ({ tier }) => ({ tier }))

/** Has the model compiled and its formulas judged: what the first what-if would have to wait for. */
export const warm = (asked: Asked): object | Missing | Refused =>
  withModel(asked, (model) => ({ score: integrityScore(model) }))

export const read = (asked: Asked): ReadModel | Missing | Refused =>
  withModel(asked, (model) => {
    const { check } = model.calculator
    const metrics = foundInWorkbook(model)
    throwIfCancelled(asked.stand)
    return {
      tier: model.tier,
      dealType: model.map.dealType.domain ?? null,
      formulas: check.formulas,
      computed: check.computed,
      agreeing: check.agreeing,
      metrics,
      quality: qualitySnapshot(model),
      lostSources: model.lostSources,
      lostOverrides: model.lostOverrides,
    }
  })

export const examine = (asked: Asked): QualitySnapshot | Missing | Refused => withModel(asked, qualitySnapshot)

export interface AskedRipple extends Asked {
  change: { metricKey: string; value: number | string }
  /** The integrity score of now, where it is known: to find it out takes longer than the ripple. */
  scoreBefore: number | undefined
}

export const ripple = (asked: AskedRipple): Ripple | Missing | Refused =>
  withModel(asked, (model) => {
    const rippled = model.ripple([asked.change])
    throwIfCancelled(asked.stand)
    const before = asked.scoreBefore ?? integrityScore(model)
    throwIfCancelled(asked.stand)
    return { ...rippled, integrity: { before, after: integrityScoreWith(model, asked.change) } }
  })

export interface AskedCatalogue extends Asked {
  values: ReadonlyMap<string, number>
  change: { metricKey: string; value: number | string }
  domain: MetricDomain | undefined
}

/** For deals without a graph; it needs no workbook. */
export const catalogue = ({ values, change, domain }: AskedCatalogue): Ripple | Refused => {
  try {
    return rippleByCatalogue(values, [change], domain)
  } catch (error) {
    return refusedBy(error)
  }
}

interface AskedSimulation extends Asked {
  simulation: Simulation
}

/** Empty: the simulation is not possible. */
export const simulateSlice = (
  asked: AskedSimulation & { part: number; parts: number; from: number | undefined },
): { slice: SimulationSlice | undefined } | Missing | Refused =>
  withModel(asked, (model) => ({ slice: simulations.slice(model, stateKey(asked), asked.simulation, asked) }))

export const simulateSettle = (
  asked: AskedSimulation & { shares: readonly Share[] },
): SettledSimulation | Missing | Refused =>
  withModel(asked, (model) => simulations.settle(model, stateKey(asked), asked.simulation, asked.shares))

export const simulateOutput = (
  asked: AskedSimulation & { place: number; shares: readonly Share[] },
): OutputResult | Missing | Refused =>
  withModel(asked, (model) => simulations.output(model, stateKey(asked), asked.simulation, asked))

export const simulateInputs = (asked: AskedSimulation): ReturnType<typeof summariseInputs> | Missing | Refused =>
  withModel(asked, (model) => simulations.inputs(model, stateKey(asked), asked.simulation))

const stateKey = ({ state }: Asked): string => JSON.stringify(state)
