import { maxEmojiPerComment, maxReactions } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import type { DealChanges } from '../../audit-trail/index.ts'
import type { CommentsStore } from '../comments.store.ts'
import { notifyComment } from '../notify-comment.ts'
import { findThread } from '../threads/find-thread.ts'
import type { CommentPath, Reaction, Thread } from '../threads/thread.ts'
import { peopleOf } from '../threads/thread-people.ts'
import { readEmoji } from './emoji.ts'
import type { ReactionsStore } from './reactions.store.ts'

interface Deps {
  store: ReactionsStore
  comments: Pick<CommentsStore, 'thread' | 'repliers'>
  changes: DealChanges
}

export type Reactions = ReturnType<typeof createReactions>

/** Adding and removing a reaction is idempotent. */
export const createReactions = ({ store, comments, changes }: Deps) => ({
  add: async (actor: Actor, at: CommentPath, text: string): Promise<Thread> => {
    const emoji = readEmoji(text)
    return changes.change(actor, at.dealId, 'commenter', async (deal) => {
      const thread = await findThread(comments, at)
      const present = thread.reactions.find((reaction) => reaction.emoji === emoji)
      if (present?.userIds.includes(actor.userId)) return thread
      if (present === undefined && thread.reactions.length >= maxEmojiPerComment) refuse('too_many_reactions')
      const given = thread.reactions.reduce((total, { userIds }) => total + userIds.length, 0)
      if (given >= maxReactions) refuse('too_many_reactions')
      await store.add({ ...at, emoji, userId: actor.userId }, deal.at)
      deal.record('comment.reacted', { comment_id: thread.id, emoji })
      notifyComment(deal, thread, { type: 'reaction', to: await peopleOf(comments, thread), content: thread.content })
      return { ...thread, reactions: withReaction(thread.reactions, emoji, actor.userId), updatedAt: deal.at }
    })
  },

  remove: async (actor: Actor, at: CommentPath, given: string): Promise<Thread> => {
    const emoji = readEmoji(given)
    return changes.change(actor, at.dealId, 'commenter', async (deal) => {
      const thread = await findThread(comments, at)
      const present = thread.reactions.find((reaction) => reaction.emoji === emoji)
      if (!present?.userIds.includes(actor.userId)) return thread
      await store.remove({ ...at, emoji, userId: actor.userId }, deal.at)
      deal.record('comment.unreacted', { comment_id: thread.id, emoji })
      return { ...thread, reactions: withoutReaction(thread.reactions, emoji, actor.userId), updatedAt: deal.at }
    })
  },
})

const withReaction = (reactions: readonly Reaction[], emoji: string, userId: string): Reaction[] =>
  reactions.some((reaction) => reaction.emoji === emoji)
    ? reactions.map((reaction) =>
        reaction.emoji === emoji ? { emoji, userIds: [...reaction.userIds, userId] } : reaction,
      )
    : [...reactions, { emoji, userIds: [userId] }]

const withoutReaction = (reactions: readonly Reaction[], emoji: string, userId: string): Reaction[] =>
  reactions
    .map((reaction) =>
      reaction.emoji === emoji ? { emoji, userIds: reaction.userIds.filter((id) => id !== userId) } : reaction,
    )
    .filter(({ userIds }) => userIds.length > 0)
