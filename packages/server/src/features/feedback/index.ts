import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { BlindRead } from '../committee/index.ts'
import { feedbackRoutes } from './feedback.routes.ts'
import { createFeedback } from './feedback.service.ts'
import { createFeedbackStore } from './feedback.store.ts'

export type { Feedback } from './feedback.service.ts'

/** Ratings of memo sections. */
export const createFeedbackFeature = (
  { database }: Platform,
  { blindRead, changes }: { blindRead: BlindRead; changes: DealChanges },
) => {
  const feedback = createFeedback({ store: createFeedbackStore(database), blindRead, changes })
  return { feedback, routes: feedbackRoutes({ feedback }) }
}
