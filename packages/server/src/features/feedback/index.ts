import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import { feedbackRoutes } from './feedback.routes.ts'
import { createFeedback } from './feedback.service.ts'
import { createFeedbackStore } from './feedback.store.ts'

export type { Feedback } from './feedback.service.ts'

/** Ratings of memo sections. */
export const createFeedbackFeature = ({ database }: Platform, { changes }: { changes: DealChanges }) => {
  const feedback = createFeedback({ store: createFeedbackStore(database), changes })
  return { feedback, routes: feedbackRoutes({ feedback }) }
}
