import type { Platform } from '../../platform/platform.ts'
import type { Models } from '../models/index.ts'
import type { Thresholds } from '../thresholds/index.ts'
import { type Contradictions, qualityRoutes } from './quality.routes.ts'
import { createQuality } from './quality.service.ts'

export type { KnownScores } from './known-scores.ts'
export { createKnownScores } from './known-scores.ts'
export type { Quality } from './quality.service.ts'
export { createKeepQuality } from './quality.service.ts'

interface Needs {
  keepQuality: Parameters<typeof createQuality>[0]['keep']
  models: Models
  thresholds: Pick<Thresholds, 'results'>
  contradictions: Contradictions
}

/** Data quality: how reliable a deal's model is. */
export const createQualityFeature = (
  { state, onError }: Platform,
  { keepQuality, models, thresholds, contradictions }: Needs,
) => {
  const quality = createQuality({ models, state, keep: keepQuality, onError })
  return { quality, routes: qualityRoutes({ quality, thresholds, contradictions }) }
}
