import { refuse } from '../../../domain-error.ts'
import { isId } from '../../../platform/ids.ts'
import type { CommentsStore } from '../comments.store.ts'
import type { CommentPath, Thread } from './thread.ts'

/** A comment that is deleted or belongs to another deal is not found. */
export const findThread = async (store: Pick<CommentsStore, 'thread'>, at: CommentPath): Promise<Thread> =>
  (isId(at.commentId) ? await store.thread(at) : undefined) ?? refuse('comment_not_found')
