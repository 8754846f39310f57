import { baseScenarioId } from '@deal-canvas/contract'
import type { WorkbookCases } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { ScenarioInputs } from '../models/index.ts'
import { caseNumberOf } from './present-scenario.ts'
import type { ScenariosStore } from './scenarios.store.ts'

interface Deps {
  store: Pick<ScenariosStore, 'visible'>
  casesOf(dealId: string, signal?: AbortSignal): Promise<WorkbookCases | undefined>
}

export interface ScenarioOfDeal {
  id: string
  version: number
  inputs: ScenarioInputs
}

export type ReadScenarioInputs = ReturnType<typeof createReadScenarioInputs>

/** What each scenario changes in the workbook. One that the user cannot see is refused. */
export const createReadScenarioInputs =
  ({ store, casesOf }: Deps) =>
  async (actor: Actor, dealId: string, ids: readonly string[], signal?: AbortSignal): Promise<ScenarioOfDeal[]> => {
    const rows = new Map((await store.visible(dealId, actor.userId)).map((row) => [row.id, row]))
    const cases = ids.some((id) => caseNumberOf(id) !== undefined) ? await casesOf(dealId, signal) : undefined
    return ids.map((id) => {
      if (id === baseScenarioId) return { id, version: 1, inputs: { overrides: [] } }
      const value = caseNumberOf(id)
      if (value !== undefined && cases?.cases.some((known) => known.value === value)) {
        const { sheet, cell } = cases
        return { id, version: 1, inputs: { overrides: [], cell: { sheet, cell, value } } }
      }
      const row = rows.get(id) ?? refuse('scenario_not_found')
      const overrides = row.overrides.map(({ metricKey, value: override }) => ({ metricKey, value: override }))
      return { id, version: row.version, inputs: { overrides } }
    })
  }
