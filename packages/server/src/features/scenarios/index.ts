import type { WorkbookCases } from '@deal-canvas/engine'
import { createLruCache } from '../../platform/lru-cache.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { asOfNow, type ModelComputing, type Models, type WriteNumbers } from '../models/index.ts'
import type { Thresholds } from '../thresholds/index.ts'
import { createCompareScenarios } from './compare.service.ts'
import { createModelInScenario } from './model-in-scenario.ts'
import { createPresentedScenario } from './presented-scenario.ts'
import { createProposals } from './proposals.service.ts'
import { createReadScenarioInputs } from './scenario-inputs.ts'
import { createScenarioRecords } from './scenario-records.ts'
import { scenarioRoutes } from './scenarios.routes.ts'
import { createScenarios } from './scenarios.service.ts'
import { createScenariosStore } from './scenarios.store.ts'

export type { CompareScenarios } from './compare.service.ts'
export type { ModelInScenario } from './model-in-scenario.ts'
export type { PresentedScenario } from './presented-scenario.ts'
export type { Proposals } from './proposals.service.ts'
export type { ReadScenarioInputs } from './scenario-inputs.ts'
export { assertCanEdit, type ScenarioRecords } from './scenario-records.ts'
export type { Scenarios } from './scenarios.service.ts'

interface Needs {
  changes: DealChanges
  computing: ModelComputing
  metrics: Metrics
  models: Models
  thresholds: Thresholds
  writeNumbers: WriteNumbers
}

/** Scenarios: named sets of overrides that are compared, proposed and presented in the memo. */
export const createScenariosFeature = ({ database, now }: Platform, needs: Needs) => {
  const { changes, computing, metrics, models, thresholds, writeNumbers } = needs
  const store = createScenariosStore(database)
  const presented = createPresentedScenario({ store, models, computing, writeNumbers })

  const known = createLruCache<string, { cases: WorkbookCases | undefined }>({ maxWeight: 1_000, weightOf: () => 1 })
  /** The cases of a deal's workbook. They do not change as long as the workbook and its tier are the same. */
  const casesOf = async (dealId: string, signal?: AbortSignal): Promise<WorkbookCases | undefined> => {
    const { state, tier } = await models.present(dealId)
    if (state === undefined || tier !== 'full') return undefined
    const found = known.get(state.sha256) ?? { cases: await computing.cases(state, signal).catch(asOfNow) }
    known.set(state.sha256, found)
    return found.cases
  }

  const records = createScenarioRecords({ store, presented, models, metrics })
  const scenarios = createScenarios({ store, records, presented, casesOf, models, metrics, changes, now })
  const proposals = createProposals({ store, records, presented, metrics, changes })
  const readInputs = createReadScenarioInputs({ store, casesOf })
  const compare = createCompareScenarios({ readInputs, models, computing, metrics, thresholds })
  const modelInScenario = createModelInScenario({ readInputs, models, computing, metrics })
  return {
    compare,
    modelInScenario,
    presented,
    proposals,
    readInputs,
    records,
    scenarios,
    routes: scenarioRoutes({ scenarios, proposals, compare }),
  }
}
