import { feedbackSummary, giveFeedback, type SectionRatings } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Feedback } from './feedback.service.ts'
import type { SectionSummary } from './feedback.store.ts'

export const feedbackRoutes = ({ feedback }: { feedback: Feedback }): Route[] => [
  handle(giveFeedback, async ({ actor, params, body: { section_key, rating, comment, tags } }) => {
    const given = { sectionKey: section_key, rating, comment: comment ?? null, tags: tags ?? [] }
    return { success: true, feedback_id: await feedback.give(actor, params.deal_id, given) }
  }),

  handle(feedbackSummary, async ({ actor, params }) => ({
    sections: (await feedback.summary(actor, params.deal_id)).map(presentRatings),
  })),
]

const presentRatings = ({ sectionKey, count, mean, distribution, tags }: SectionSummary): SectionRatings => ({
  section_key: sectionKey,
  count,
  mean,
  distribution: Object.fromEntries(distribution.map((many, place) => [String(place + 1), many])),
  tags: Object.fromEntries(tags),
})
