import type { CommentsStore } from '../comments.store.ts'
import type { Thread } from './thread.ts'

type Repliers = Pick<CommentsStore, 'repliers'>

/** A thread holds only its newest replies; earlier repliers are queried if there are more. */
const repliersIn = async (store: Repliers, thread: Thread): Promise<string[]> =>
  thread.replyCount > thread.replies.length
    ? store.repliers(thread)
    : thread.replies.flatMap(({ authorId, mentioned }) => [authorId, ...mentioned])

/** The users to notify when something happens to a thread. */
export const peopleOf = async (store: Repliers, thread: Thread): Promise<string[]> => [
  ...new Set([thread.authorId, ...thread.mentioned, ...(await repliersIn(store, thread))]),
]

/** The same, plus the users who reacted and the one who resolved it. */
export const everyoneIn = async (store: Repliers, thread: Thread): Promise<string[]> => [
  ...(await peopleOf(store, thread)),
  ...thread.reactions.flatMap(({ userIds }) => userIds),
  ...(thread.resolvedBy === null ? [] : [thread.resolvedBy]),
]
