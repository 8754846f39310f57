import type { Actor } from '../../actor.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { DealEntrance } from '../deals/index.ts'
import type { Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { ModelComputing, Models, WriteNumbers } from '../models/index.ts'
import type { Quality } from '../quality/index.ts'
import type { ModelInScenario, PresentedScenario, Proposals } from '../scenarios/index.ts'
import type { Thresholds } from '../thresholds/index.ts'
import type { UncertaintyOfScenarios } from '../uncertainty/index.ts'
import { createGoals } from './goal-seek.service.ts'
import { createPreviews } from './preview.service.ts'
import { rippleRoutes } from './ripple.routes.ts'
import { createRipples } from './ripple.service.ts'
import { createRippleStore } from './ripple.store.ts'
import { createSimulatePreview } from './simulate-preview.ts'
import { createTables } from './tables.service.ts'

export type { Tables } from './tables.service.ts'

interface Needs {
  changes: DealChanges
  computing: ModelComputing
  entrance: Pick<DealEntrance, 'enter'>
  metrics: Metrics
  modelInScenario: ModelInScenario
  models: Models
  presented: PresentedScenario
  proposals: Proposals
  quality: Quality
  sections: Sections
  thresholds: Pick<Thresholds, 'all'>
  uncertainty: UncertaintyOfScenarios
  writeNumbers: WriteNumbers
}

/** What-ifs: previews with their simulations, goal seek, two-way tables, and applying a preview to the deal. */
export const createRippleFeature = ({ database, onError, now }: Platform, needs: Needs) => {
  const { changes, computing, entrance, metrics, models, presented, proposals, quality, sections, thresholds } = needs
  const { modelInScenario, uncertainty, writeNumbers } = needs
  const store = createRippleStore(database)
  const ripples = createRipples({
    store,
    models,
    computing,
    metrics,
    writeNumbers,
    presented,
    proposals,
    changes,
    now,
  })
  const isLetIn = async (actor: Actor, dealId: string) => (await entrance.enter(actor, dealId)) !== undefined
  const ticks = () => performance.now()
  const simulate = createSimulatePreview({ computing, presented, thresholds, uncertainty, ticks })
  const previews = createPreviews({
    isLetIn,
    store,
    models,
    computing,
    metrics,
    sections,
    quality,
    simulate,
    now,
    ticks,
    onError,
  })
  const goals = createGoals({ computing, modelInScenario })
  const tables = createTables({ computing, modelInScenario, isLetIn, ticks })
  return {
    tables,
    routes: rippleRoutes({ previews, ripples, goals, tables }),
    tasks: { ripplePreviews: () => ripples.sweep() },
  }
}
