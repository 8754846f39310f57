import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { DealAccess } from '../deals/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'
import type { Crops } from '../image-crops/index.ts'
import { createReanchoringThread, type Sections } from '../memo/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { commentRoutes } from './comments.routes.ts'
import { createComments } from './comments.service.ts'
import { createCommentsStore } from './comments.store.ts'
import { createErasureStore } from './erasure/erasure.store.ts'
import { createReadMentions } from './mentions.ts'
import { createFollowComments } from './on-documents/follow-comments.ts'
import { createFollowingsStore } from './on-documents/followings.store.ts'
import { createReadDocumentAnchor } from './on-documents/read-document-anchor.ts'
import { createPlaceComment } from './place-comment.ts'
import { reactionRoutes } from './reactions/reactions.routes.ts'
import { createReactions } from './reactions/reactions.service.ts'
import { createReactionsStore } from './reactions/reactions.store.ts'
import { replyRoutes } from './replies/replies.routes.ts'
import { createReplies } from './replies/replies.service.ts'
import { createRepliesStore } from './replies/replies.store.ts'
import { createResolution } from './resolution.service.ts'
import { createAddDraft } from './suggestions/add-draft.ts'
import { suggestionRoutes } from './suggestions/suggestions.routes.ts'
import { createSuggestions } from './suggestions/suggestions.service.ts'

export type { Comments } from './comments.service.ts'
export type { NewComment } from './new-comment.ts'
export { presentComment } from './present-comment.ts'
export type { Reactions } from './reactions/reactions.service.ts'
export type { Replies } from './replies/replies.service.ts'
export type { Resolution } from './resolution.service.ts'
export type { AddDraft } from './suggestions/add-draft.ts'
export type { Suggestions } from './suggestions/suggestions.service.ts'
export type { CommentPath } from './threads/thread.ts'
export type { NamedThreads } from './threads/threads-named.ts'
export { createThreadsNamed } from './threads/threads-named.ts'

interface Needs {
  changes: DealChanges
  crops: Pick<Crops, 'assertFree' | 'attach' | 'ofComments' | 'erase'>
  deals: DealAccess
  documents: Documents
  evidence: Evidence
  quotas: Quotas
  sections: Sections
}

/** Comments with their replies, reactions and suggestions. */
export const createCommentsFeature = ({ databaseUrl }: Config, platform: Platform, needs: Needs) => {
  const { database, limits, onError, now } = platform
  const { changes, crops, deals, documents, evidence, quotas, sections } = needs
  const store = createCommentsStore(database)
  const followings = createFollowingsStore(database)
  const thread = createReanchoringThread({ onError })
  const following = createFollowComments({ store: followings, documents, evidence, thread, changes, onError, now })
  let resuming: ReturnType<typeof keepResuming> | undefined
  const wake = (): Promise<void> => database.afterCommit(async () => resuming?.wake())
  const erasure = createErasureStore(database)
  const readMentions = createReadMentions({ deals })
  const placeComment = createPlaceComment({ sections })
  const comments = createComments({
    quotas,
    store,
    erasure,
    changes,
    placeComment,
    readDocumentAnchor: createReadDocumentAnchor({ documents, evidence }),
    documents,
    readMentions,
    crops,
    limits,
  })
  const resolution = createResolution({
    store,
    changes,
    sections,
    followAgain: async (dealId, documentId, at) => {
      if (await followings.demandAgain(dealId, documentId, at)) await wake()
    },
  })
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
    addDraft: createAddDraft({ store, placeComment }),
    /** Called when a document is indexed: the comments on its earlier versions follow into it. */
    followInto: async (dealId: string, documentId: string): Promise<void> => {
      await followings.demandByName(dealId, documentId, now())
      await wake()
    },
    /** Called inside the change that replaces the workbook of the model. */
    followModel: async (dealId: string, formerId: string, documentId: string): Promise<void> => {
      await followings.demandForModel(dealId, formerId, documentId, now())
      await wake()
    },
    /** Called inside the transaction that removes a document. */
    detachFrom: (dealId: string, documentId: string): Promise<void> => followings.detach(dealId, documentId, now()),
    begin: (): void => {
      resuming = keepResuming({ work: following, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      resuming?.close()
      await following.close()
      await thread.close()
    },
    routes: [
      ...commentRoutes({ comments, resolution }),
      ...replyRoutes({ replies, comments }),
      ...reactionRoutes({ reactions }),
      ...suggestionRoutes({ suggestions, comments, sections }),
    ],
  }
}
