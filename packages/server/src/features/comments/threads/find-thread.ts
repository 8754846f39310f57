import { refuse } from '../../../domain-error.ts'
import { isId } from '../../../platform/ids.ts'
import type { CommentsStore } from '../comments.store.ts'
import type { CommentPath, Thread } from './thread.ts'

/** One that is deleted, or of another deal, is as if it had never been. */
export const findThread = async (store: Pick<CommentsStore, 'thread'>, at: CommentPath): Promise<Thread> =>
  (isId(at.commentId) ? await store.thread(at) : undefined) ?? refuse('comment_not_found')
