import { maxReplies, maxRepliesShown } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { snippetOf } from '../../../platform/snippet.ts'
import type { DealChanges } from '../../audit-trail/index.ts'
import { assertAuthor, assertAuthorOrOwner } from '../author-rules.ts'
import type { CommentsStore } from '../comments.store.ts'
import { readContent } from '../content.ts'
import type { ErasureStore } from '../erasure/erasure.store.ts'
import { isSameList, type ReadMentions } from '../mentions.ts'
import { notifyComment } from '../notify-comment.ts'
import { findThread } from '../threads/find-thread.ts'
import type { CommentPath, Reply, Thread } from '../threads/thread.ts'
import { everyoneIn, peopleOf } from '../threads/thread-people.ts'
import type { After, RepliesStore } from './replies.store.ts'

interface Deps {
  store: RepliesStore
  comments: Pick<CommentsStore, 'thread' | 'repliers'>
  erasure: Pick<ErasureStore, 'eraseReply'>
  changes: DealChanges
  readMentions: ReadMentions
}

export interface ReplyPath extends CommentPath {
  replyId: string
}

export interface Written {
  content: string
  mentioned: readonly string[] | undefined
}

export type Replies = ReturnType<typeof createReplies>

export const createReplies = ({ store, comments, erasure, changes, readMentions }: Deps) => {
  const find = async (at: ReplyPath): Promise<{ thread: Thread; reply: Reply }> => {
    const thread = await findThread(comments, at)
    const shown = thread.replies.find(({ id }) => id === at.replyId)
    const isOlder = shown === undefined && thread.replyCount > thread.replies.length && isId(at.replyId)
    const reply = shown ?? (isOlder ? await store.find(at, at.replyId) : undefined) ?? refuse('reply_not_found')
    return { thread, reply }
  }

  return {
    /** Newest first; one more than requested. */
    page: async (at: CommentPath, wanted: { after: After | undefined; limit: number }): Promise<Reply[]> => {
      const found = isId(at.commentId) ? await store.page(at, { ...wanted, limit: wanted.limit + 1 }) : undefined
      return found ?? refuse('comment_not_found')
    },

    add: async (actor: Actor, at: CommentPath, written: Written): Promise<Thread> => {
      const content = readContent(written.content)
      const mentioned = await readMentions(at.dealId, written.mentioned ?? [])
      return changes.change(actor, at.dealId, 'commenter', async (deal) => {
        const thread = await findThread(comments, at)
        if (thread.replyCount >= maxReplies) refuse('too_many_replies')
        const made = { id: newId(), authorId: actor.userId, content, createdAt: deal.at, editedAt: null, mentioned }
        const reply = { ...made, ...(await store.add(at, made)) }
        deal.record('comment.replied', { comment_id: thread.id, reply_id: reply.id })
        notifyComment(deal, thread, { type: 'mention', to: mentioned, content })
        notifyComment(deal, thread, { type: 'reply', to: await peopleOf(comments, thread), content })
        const replies = [...thread.replies, reply].slice(-maxRepliesShown)
        return { ...thread, replies, replyCount: thread.replyCount + 1, updatedAt: deal.at }
      })
    },

    edit: async (actor: Actor, at: ReplyPath, written: Written): Promise<Thread> => {
      const content = readContent(written.content)
      return changes.change(actor, at.dealId, 'commenter', async (deal) => {
        const { thread, reply } = await find(at)
        assertAuthor(actor, reply)
        const mentioned = await readMentions(at.dealId, written.mentioned ?? reply.mentioned, reply.mentioned)
        if (content === reply.content && isSameList(mentioned, reply.mentioned)) return thread
        const edited = { ...reply, content, mentioned, editedAt: deal.at }
        await store.edit(at, edited, { before: snippetOf(reply.content), after: snippetOf(content) })
        deal.record('reply.edited', { comment_id: thread.id, reply_id: reply.id })
        const added = mentioned.filter((userId) => !reply.mentioned.includes(userId))
        notifyComment(deal, thread, { type: 'mention', to: added, content })
        const replies = thread.replies.map((item) => (item === reply ? edited : item))
        return { ...thread, replies, updatedAt: deal.at }
      })
    },

    remove: (actor: Actor, at: ReplyPath): Promise<void> =>
      changes.change(actor, at.dealId, 'commenter', async (deal) => {
        const { thread, reply } = await find(at)
        assertAuthorOrOwner(actor, deal, reply)
        const quoted = snippetOf(reply.content)
        await erasure.eraseReply(thread, reply, {
          people: await everyoneIn(comments, thread),
          quoted,
          at: deal.at,
        })
        deal.record('reply.deleted', { comment_id: thread.id, reply_id: reply.id })
      }),
  }
}
