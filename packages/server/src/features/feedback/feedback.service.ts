import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { newId } from '../../platform/ids.ts'
import { type DealChanges, digestText, newSalt } from '../audit-trail/index.ts'
import type { BlindRead } from '../committee/index.ts'
import type { FeedbackStore } from './feedback.store.ts'

interface Deps {
  store: FeedbackStore
  changes: Pick<DealChanges, 'change'>
  blindRead: Pick<BlindRead, 'isBlind' | 'visibleRatings'>
}

export interface Given {
  sectionKey: string
  rating: number
  comment: string | null
  tags: readonly string[]
}

export type Feedback = ReturnType<typeof createFeedback>

export const createFeedback = ({ store, changes, blindRead }: Deps) => ({
  /** Stores every rating with the version of its section; only the latest rating of each user counts. */
  give: (actor: Actor, dealId: string, { sectionKey, rating, comment, tags }: Given): Promise<string> =>
    changes.change(actor, dealId, 'commenter', async (deal) => {
      const id = newId()
      const salt = (await blindRead.isBlind(dealId, actor.userId)) ? newSalt() : null
      const kept = await store.add({
        id,
        dealId,
        sectionKey,
        userId: actor.userId,
        rating,
        comment: comment?.trim() || null,
        tags: [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== ''),
        at: deal.at,
        salt,
      })
      if (!kept) refuse('section_not_found')
      deal.record('feedback.given', {
        section_key: sectionKey,
        ...(salt === null ? { rating } : { rating_digest: digestText(salt, `${rating}`) }),
        feedback_id: id,
      })
      return id
    }),

  /** What the person can see: where the first reading is blind, ratings of others are hidden at first. */
  summary: async ({ userId }: Actor, dealId: string) =>
    store.summary(dealId, userId, await blindRead.visibleRatings(dealId, userId)),
})
