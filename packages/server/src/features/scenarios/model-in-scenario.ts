import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { MetricRow, Metrics } from '../metrics/index.ts'
import {
  asOfNow,
  type ModelComputing,
  type ModelState,
  type Models,
  type PresentModel,
  type ScenarioInputs,
} from '../models/index.ts'
import { byKey } from './presented-scenario.ts'
import type { ReadScenarioInputs } from './scenario-inputs.ts'

interface Deps {
  readInputs: ReadScenarioInputs
  models: Pick<Models, 'present'>
  computing: Pick<ModelComputing, 'scenarios'>
  metrics: Pick<Metrics, 'all'>
}

export type ModelInScenario = ReturnType<typeof createModelInScenario>

/** The model and the metrics of a deal in a scenario; those of the memo if none is named. Changes nothing. */
export const createModelInScenario =
  ({ readInputs, models, computing, metrics }: Deps) =>
  async (
    actor: Actor,
    dealId: string,
    scenarioId: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ model: PresentModel; rows: MetricRow[]; scenarioVersion?: number }> => {
    const [model, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
    if (scenarioId === undefined) return { model, rows }
    const { state } = model
    if (state === undefined) return refuse('no_model')
    const [scenario] = await readInputs(actor, dealId, [scenarioId], signal)
    if (scenario === undefined) return refuse('scenario_not_found')
    const [found] = await computing.scenarios(state, [scenario.inputs], signal).catch(asOfNow)
    if (found === undefined || 'error' in found) return refuse('no_model', { detail: found?.error ?? '' })
    return {
      model: { ...model, state: stateOf(state, scenario.inputs) },
      rows: rows.map((row) => ({ ...row, value: found.values.get(row.metricKey) ?? row.value })),
      scenarioVersion: scenario.version,
    }
  }

/** The key under which the cell that selects a case of the workbook is overridden like a metric. */
const caseKey = 'workbook_case'

const stateOf = (state: ModelState, { overrides, cell }: ScenarioInputs): ModelState => {
  if (cell === undefined) return { ...state, overrides: overrides.toSorted(byKey) }
  const source = {
    metricKey: caseKey,
    name: caseKey,
    unit: 'count',
    sheet: cell.sheet,
    cell: cell.cell,
    scale: 1,
  } as const
  return {
    ...state,
    sources: [...state.sources, source],
    overrides: [...overrides, { metricKey: caseKey, value: cell.value }].sort(byKey),
  }
}
