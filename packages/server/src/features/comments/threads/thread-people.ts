import type { CommentsStore } from '../comments.store.ts'
import type { Thread } from './thread.ts'

type Repliers = Pick<CommentsStore, 'repliers'>

/** A thread holds only its newest replies; who took part earlier is asked for where there is more. */
const repliersIn = async (store: Repliers, thread: Thread): Promise<string[]> =>
  thread.replyCount > thread.replies.length
    ? store.repliers(thread)
    : thread.replies.flatMap(({ authorId, mentioned }) => [authorId, ...mentioned])

/** Whom it concerns when something happens to a thread. */
export const peopleOf = async (store: Repliers, thread: Thread): Promise<string[]> => [
  ...new Set([thread.authorId, ...thread.mentioned, ...(await repliersIn(store, thread))]),
]

/** The same, and whoever else left a trace in it. */
export const everyoneIn = async (store: Repliers, thread: Thread): Promise<string[]> => [
  ...(await peopleOf(store, thread)),
  ...thread.reactions.flatMap(({ userIds }) => userIds),
  ...(thread.resolvedBy === null ? [] : [thread.resolvedBy]),
]
