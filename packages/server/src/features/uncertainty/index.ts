import type { Actor } from '../../actor.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { DealEntrance } from '../deals/index.ts'
import type { ModelComputing, Models } from '../models/index.ts'
import type { ModelInScenario, ScenarioRecords } from '../scenarios/index.ts'
import type { Thresholds } from '../thresholds/index.ts'
import { createSimulateScenarios } from './simulate-scenarios.service.ts'
import { uncertaintyRoutes } from './uncertainty.routes.ts'
import { createUncertaintySettings } from './uncertainty.service.ts'
import { createUncertaintyStore } from './uncertainty.store.ts'
import { createUncertaintyOfScenarios } from './uncertainty-of-scenarios.ts'

export type { SimulateScenarios } from './simulate-scenarios.service.ts'
export type { UncertaintySettings } from './uncertainty.service.ts'
export type { UncertaintyOfScenarios } from './uncertainty-of-scenarios.ts'

interface Needs {
  changes: DealChanges
  computing: ModelComputing
  entrance: Pick<DealEntrance, 'enter'>
  modelInScenario: ModelInScenario
  models: Models
  records: ScenarioRecords
  thresholds: Thresholds
}

/** What is uncertain in each scenario, and simulations with these settings. */
export const createUncertaintyFeature = ({ database }: Platform, needs: Needs) => {
  const { changes, computing, entrance, modelInScenario, models, records, thresholds } = needs
  const store = createUncertaintyStore(database)
  const applied = createUncertaintyOfScenarios({ store, computing })
  const settings = createUncertaintySettings({ store, applied, records, modelInScenario, changes })
  const isLetIn = async (actor: Actor, dealId: string) => (await entrance.enter(actor, dealId)) !== undefined
  const ticks = () => performance.now()
  const simulate = createSimulateScenarios({
    applied,
    computing,
    modelInScenario,
    models,
    thresholds,
    isLetIn,
    ticks,
  })
  return { simulate, uncertainty: applied, settings, routes: uncertaintyRoutes({ settings, simulate }) }
}
