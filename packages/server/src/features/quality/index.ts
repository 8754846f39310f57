import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Models } from '../models/index.ts'
import type { Thresholds } from '../thresholds/index.ts'
import { type Contradictions, qualityRoutes } from './quality.routes.ts'
import { createQuality } from './quality.service.ts'
import { createFindingSettlements } from './settlements.service.ts'
import { createSettlementsStore } from './settlements.store.ts'

export type { KnownScores } from './known-scores.ts'
export { createKnownScores } from './known-scores.ts'
export type { ModelFinding, Quality } from './quality.service.ts'
export { createKeepQuality } from './quality.service.ts'
export type { FindingSettlements } from './settlements.service.ts'

interface Needs {
  changes: DealChanges
  keepQuality: Parameters<typeof createQuality>[0]['keep']
  models: Models
  thresholds: Pick<Thresholds, 'results'>
  contradictions: Contradictions
}

/** Data quality: how reliable a deal's model is. */
export const createQualityFeature = (
  { database, state, onError }: Platform,
  { changes, keepQuality, models, thresholds, contradictions }: Needs,
) => {
  const quality = createQuality({ models, state, keep: keepQuality, onError })
  const settlements = createFindingSettlements({ store: createSettlementsStore(database), quality, models, changes })
  return { quality, settlements, routes: qualityRoutes({ quality, thresholds, contradictions, settlements }) }
}
