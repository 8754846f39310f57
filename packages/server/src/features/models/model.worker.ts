import type { FrozenCells } from '@deal-canvas/contract'
import {
  catalogueFunction,
  type FoundTable,
  findTables,
  type GoalSeek,
  ImpossibleSimulation,
  type InputStrength,
  type MetricDomain,
  type OutputResult,
  type Ripple,
  RippleRefusal,
  rippleByCatalogue,
  type SimulationShare as Share,
  strongestInputs,
  type summarizeInputs,
  type TableRows,
  type TwoWayTable,
  tableRows,
  tableRowsByCatalogue,
  type Uncertainty,
  UnreadableWorkbook,
  type WorkbookCases,
  whileVarying,
  workbookCases,
  workbookCurrency,
} from '@deal-canvas/engine'
import { createLruCache } from '../../platform/lru-cache.ts'
import { answerGoal, type GoalSeekAnswer } from './answer-goal.ts'
import type { LostCell } from './chosen-cells.ts'
import { foundInWorkbook, type WorkbookMetric } from './found-in-workbook.ts'
import { presentFrozen } from './frozen-in-workbook.ts'
import { type VaryingInput, varyingInputs } from './input-uncertainties.ts'
import { integrityChange, integrityScore } from './integrity-score.ts'
import type { ReplacedValue } from './model-state.ts'
import { createOpenModels, type OpenModel } from './open-models.ts'
import { type QualitySnapshot, qualitySnapshot } from './quality-snapshot.ts'
import { type CellArea, type FoundArea, readAreas } from './read-areas.ts'
import {
  type CellToWrite,
  cellsToWrite as cellsOfScenario,
  type ScenarioInputs,
  type ScenarioValues,
  scenarioValues,
} from './scenario-values.ts'
import { createSimulations, type SettledSimulation, type Simulation, type SimulationSlice } from './simulation.ts'
import { maxSimulationCost } from './simulation-cost.ts'
import { readingOfWorkbook, type WorkbookReading, type WorkbookTemplate, workbookTemplate } from './workbook-reading.ts'
import { type Asked, type Missing, type Refused, stands, throwIfCancelled } from './worker-tasks.ts'

/** Kept by a thread between two tasks: its compiled models. */
const models = createOpenModels({ maxModels: 8, maxCells: 4_000_000 })
const simulations = createSimulations({ maxCost: maxSimulationCost })

/** The contents of a workbook, with the chosen cells and the overrides applied. */
export interface ReadModel {
  tier: 'full' | 'values_only'
  dealType: string | null
  formulas: number
  computed: number
  agreeing: number
  uncached: number
  frozen: FrozenCells
  metrics: WorkbookMetric[]
  quality: QualitySnapshot
  /** Workbook values of overridden metrics. */
  replaced: readonly ReplacedValue[]
  lostSources: readonly LostCell[]
  lostOverrides: readonly string[]
  template: WorkbookTemplate
  /** ISO 4217; null if the workbook does not say. */
  currency: string | null
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

/** Errors in the file or the request are returned as answers; anything else is thrown as a failure. */
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

/** Loads this module and keeps the thread alive with its compiled models. */
export const wake = (): void => undefined

export const open = (asked: Asked): { tier: OpenModel['tier'] } | Missing | Refused =>
  withModel(asked, ({ tier }) => ({ tier }))

/** Compiles the model and checks its formulas, which the first what-if would have to wait for. */
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
      uncached: model.calculator.model.formulas.filter(({ cached }) => cached === null).length,
      frozen: presentFrozen(model),
      metrics,
      quality: qualitySnapshot(model),
      replaced: model.replaced,
      lostSources: model.lostSources,
      lostOverrides: model.lostOverrides,
      template: workbookTemplate(model.workbook),
      currency: workbookCurrency(model.workbook)?.currency ?? null,
    }
  })

/** The reading of the workbook: each metric with its cell and the alternatives. */
export const reading = (asked: Asked): WorkbookReading | Missing | Refused => withModel(asked, readingOfWorkbook)

export const template = (asked: Asked): WorkbookTemplate | Missing | Refused =>
  withModel(asked, ({ workbook }) => workbookTemplate(workbook))

export const examine = (asked: Asked): QualitySnapshot | Missing | Refused => withModel(asked, qualitySnapshot)

export interface AskedRipple extends Asked {
  changes: readonly { metricKey: string; value: number | string }[]
  /** The current integrity score, if known: computing it takes longer than the what-if. */
  scoreBefore: number | undefined
}

export const ripple = (asked: AskedRipple): Ripple | Missing | Refused =>
  withModel(asked, (model) => {
    const rippled = model.ripple(asked.changes)
    throwIfCancelled(asked.stand)
    return { ...rippled, integrity: integrityChange(model, asked.changes, asked.scoreBefore) }
  })

export interface AskedCatalogue extends Asked {
  values: ReadonlyMap<string, number>
  changes: readonly { metricKey: string; value: number | string; name?: string }[]
  domain: MetricDomain | undefined
}

/** What-if for deals without a formula graph; needs no workbook. */
export const catalogue = ({ values, changes, domain }: AskedCatalogue): Ripple | Refused => {
  try {
    return rippleByCatalogue(values, changes, domain)
  } catch (error) {
    return refusedBy(error)
  }
}

export interface AskedGoalSeek extends Asked {
  goal: GoalSeek
}

/** `found` is undefined if the cell of the metric or of the input contains no number. */
export const goalSeek = (asked: AskedGoalSeek): { found: GoalSeekAnswer | undefined } | Missing | Refused =>
  withModel(asked, ({ calculator, matches }) => {
    const { goal } = asked
    return {
      found: whileVarying(calculator, matches, goal, (metric) =>
        answerGoal(metric, goal, () => throwIfCancelled(asked.stand)),
      ),
    }
  })

/** Same with the formulas of the catalog, for deals without a formula graph; needs no workbook. */
export const goalSeekByCatalogue = ({
  goal,
  values,
  domain,
  stand,
}: AskedGoalSeek & { values: ReadonlyMap<string, number>; domain: MetricDomain | undefined }):
  | { found: GoalSeekAnswer | undefined }
  | Refused => {
  try {
    const metric = catalogueFunction(values, goal, domain)
    return { found: metric === undefined ? undefined : answerGoal(metric, goal, () => throwIfCancelled(stand)) }
  } catch (error) {
    return refusedBy(error)
  }
}

interface AskedTable extends Asked {
  table: TwoWayTable
  /** The rows to compute, excluding `to`. */
  from: number
  to: number
}

/** Rows of a two-way table; undefined if a metric has no number in the workbook. */
export const table = (asked: AskedTable): { rows: TableRows | undefined } | Missing | Refused =>
  withModel(asked, ({ calculator, matches }) => ({ rows: tableRows(calculator, matches, asked.table, asked) }))

/** Same with the formulas of the catalog, for deals without a formula graph; needs no workbook. */
export const tableByCatalogue = ({
  table,
  values,
  domain,
  ...rows
}: AskedTable & { values: ReadonlyMap<string, number>; domain: MetricDomain | undefined }):
  | { rows: TableRows | undefined }
  | Refused => {
  try {
    return { rows: tableRowsByCatalogue(values, table, rows, domain) }
  } catch (error) {
    return refusedBy(error)
  }
}

/** The metrics in several scenarios of a model that is open without overrides. */
export const scenarios = (
  asked: Asked & { scenarios: readonly ScenarioInputs[] },
): { found: ScenarioValues[] } | Missing | Refused =>
  withModel(asked, (model) => ({
    found: asked.scenarios.map((inputs) => {
      throwIfCancelled(asked.stand)
      return scenarioValues(model, inputs)
    }),
  }))

/** Cells of the workbook with the overrides applied. */
export const areas = (asked: Asked & { areas: readonly CellArea[] }): { found: FoundArea[] } | Missing | Refused =>
  withModel(asked, (model) => {
    const { state } = asked
    const base = state.overrides.length === 0 ? model : models.get({ ...state, overrides: [] })
    return { found: readAreas(model, base ?? model, asked.areas) }
  })

/** The tables of a model that a memo can show. */
export const modelTables = (asked: Asked): { tables: FoundTable[] } | Missing | Refused =>
  withModel(asked, ({ workbook }) => ({ tables: findTables(workbook.sheets, workbook.date1904) }))

/** The cells that hold other values in a scenario of a model that is open without overrides. */
export const cellsToWrite = (asked: Asked & { inputs: ScenarioInputs }): { cells: CellToWrite[] } | Missing | Refused =>
  withModel(asked, (model) => ({ cells: cellsOfScenario(model, asked.inputs) }))

/** The cases of the workbook's own selector; undefined if it has none or cannot be recalculated. */
export const cases = (asked: Asked): { found: WorkbookCases | undefined } | Missing | Refused =>
  withModel(asked, ({ tier, calculator }) => ({ found: tier === 'full' ? workbookCases(calculator) : undefined }))

/** The inputs that can vary in simulations; without settings by their kind. */
export const uncertainties = (
  asked: Asked & { settings: ReadonlyMap<string, Uncertainty> | undefined },
): { inputs: VaryingInput[] } | Missing | Refused =>
  withModel(asked, (model) => ({ inputs: varyingInputs(model, asked.settings) }))

/** A member who tries one value after another requests the same inputs each time. */
const strengths = createLruCache<string, InputStrength[]>({ maxWeight: 256, weightOf: () => 1 })

/** The inputs with the largest effect on a computed metric. */
export const strongest = (asked: Asked & { metricKey: string }): { inputs: InputStrength[] } | Missing | Refused =>
  withModel(asked, ({ calculator, matches }) => {
    const key = `${stateKey(asked)} ${asked.metricKey}`
    const inputs =
      strengths.get(key) ?? strongestInputs(calculator, matches, asked.metricKey, () => throwIfCancelled(asked.stand))
    strengths.set(key, inputs)
    return { inputs }
  })

interface AskedSimulation extends Asked {
  simulation: Simulation
}

/** The slice is undefined if the simulation is not possible. */
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

export const simulateInputs = (asked: AskedSimulation): ReturnType<typeof summarizeInputs> | Missing | Refused =>
  withModel(asked, (model) => simulations.inputs(model, stateKey(asked), asked.simulation))

const stateKey = ({ state }: Asked): string => JSON.stringify(state)
