import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { DealAccess } from '../deals/index.ts'
import type { Crops } from '../image-crops/index.ts'
import type { Sections } from '../memo/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { commentRoutes } from './comments.routes.ts'
import { createComments } from './comments.service.ts'
import { createCommentsStore } from './comments.store.ts'
import { createErasureStore } from './erasure/erasure.store.ts'
import { createReadMentions } from './mentions.ts'
import { createPlaceComment } from './place-comment.ts'
import { reactionRoutes } from './reactions/reactions.routes.ts'
import { createReactions } from './reactions/reactions.service.ts'
import { createReactionsStore } from './reactions/reactions.store.ts'
import { replyRoutes } from './replies/replies.routes.ts'
import { createReplies } from './replies/replies.service.ts'
import { createRepliesStore } from './replies/replies.store.ts'
import { createResolution } from './resolution.service.ts'
import { suggestionRoutes } from './suggestions/suggestions.routes.ts'
import { createSuggestions } from './suggestions/suggestions.service.ts'

export type { Comments } from './comments.service.ts'
export type { NewComment } from './new-comment.ts'
export { presentComment } from './present-comment.ts'
export type { Reactions } from './reactions/reactions.service.ts'
export type { Replies } from './replies/replies.service.ts'
export type { Resolution } from './resolution.service.ts'
export type { Suggestions } from './suggestions/suggestions.service.ts'
export type { CommentPath } from './threads/thread.ts'
export type { NamedThreads } from './threads/threads-named.ts'
export { createThreadsNamed } from './threads/threads-named.ts'

interface Needs {
  changes: DealChanges
  crops: Pick<Crops, 'assertFree' | 'attach' | 'ofComments' | 'erase'>
  deals: DealAccess
  quotas: Quotas
  sections: Sections
}

/** Comments with their replies, reactions and suggestions. */
export const createCommentsFeature = ({ database, limits }: Platform, needs: Needs) => {
  const { changes, crops, deals, quotas, sections } = needs
  const store = createCommentsStore(database)
  const erasure = createErasureStore(database)
  const readMentions = createReadMentions({ deals })
  const comments = createComments({
    quotas,
    store,
    erasure,
    changes,
    placeComment: createPlaceComment({ sections }),
    readMentions,
    crops,
    limits,
  })
  const resolution = createResolution({ store, changes, sections })
  const replies = createReplies({
    store: createRepliesStore(database),
    comments: store,
    erasure,
    changes,
    readMentions,
  })
  const reactions = createReactions({ store: createReactionsStore(database), comments: store, changes })
  const suggestions = createSuggestions({ store, changes, sections })
  return {
    comments,
    resolution,
    replies,
    reactions,
    suggestions,
    routes: [
      ...commentRoutes({ comments, resolution }),
      ...replyRoutes({ replies, comments }),
      ...reactionRoutes({ reactions }),
      ...suggestionRoutes({ suggestions, comments, sections }),
    ],
  }
}
