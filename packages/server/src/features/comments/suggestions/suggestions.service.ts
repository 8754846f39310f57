import { maxSectionLength } from '@deal-canvas/contract'
import { codePoints } from '@deal-canvas/fastapi-validation'
import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import { commentMessages } from '../../../messages/comments.ts'
import type { ChangingDeal, DealChanges } from '../../audit-trail/index.ts'
import type { SectionRow, Sections } from '../../memo/index.ts'
import { SlowRewriting } from '../../memo/index.ts'
import type { CommentsStore } from '../comments.store.ts'
import { notifyComment } from '../notify-comment.ts'
import { placeAgain } from '../place-comment.ts'
import { findThread } from '../threads/find-thread.ts'
import type { CommentPath, Thread } from '../threads/thread.ts'
import { peopleOf } from '../threads/thread-people.ts'
import { applySuggestion } from './apply-suggestion.ts'

interface Deps {
  store: Pick<CommentsStore, 'thread' | 'repliers' | 'settle'>
  changes: DealChanges
  sections: Pick<Sections, 'lockRow' | 'isKept' | 'rewrite' | 'planned'>
}

const isTooLong = (content: string): boolean => codePoints(content) > maxSectionLength

export type Suggestions = ReturnType<typeof createSuggestions>

/** A suggestion is decided once; later attempts are rejected. */
export const createSuggestions = ({ store, changes, sections }: Deps) => {
  const findOpen = async (at: CommentPath) => {
    const thread = await findThread(store, at)
    const { commentType, sectionKey, suggestion, status } = thread
    if (commentType !== 'suggestion' || sectionKey === null || suggestion === null) return refuse('not_a_suggestion')
    if (status === 'accepted' || status === 'rejected') refuse('suggestion_decided')
    return { thread, sectionKey, suggestion }
  }

  const settle = async (deal: ChangingDeal, actor: Actor, thread: Thread, status: 'accepted' | 'rejected') => {
    await store.settle(thread, { status, resolvedBy: actor.userId, resolvedAt: deal.at, updatedAt: deal.at })
    notifyComment(deal, thread, {
      type: `suggestion_${status}`,
      to: await peopleOf(store, thread),
      content: thread.content,
    })
  }

  return {
    /**
     * Replaces the passage with the proposed text. Under the deal's lock, so that only the first of several parallel
     * requests succeeds.
     */
    accept: (actor: Actor, at: CommentPath): Promise<{ thread: Thread; section: SectionRow }> =>
      sections.planned((plan) =>
        changes.change(actor, at.dealId, 'editor', async (deal) => {
          const { thread, sectionKey, suggestion } = await findOpen(at)
          const texts = { base: thread.anchorText, proposed: suggestion.replacement }
          const section = await sections.lockRow(at.dealId, sectionKey)
          if (section === undefined) {
            if (await sections.isKept(at.dealId, sectionKey)) refuse('section_removed')
            return refuse('suggestion_conflict', { fields: { ...texts, current: null } })
          }
          const anchor = thread.status === 'open' ? thread : { ...thread, ...placeAgain(thread, section.content) }
          const applied = applySuggestion(section.content, anchor, suggestion.replacement)
          if ('current' in applied) {
            return refuse('suggestion_conflict', { fields: { ...texts, current: applied.current } })
          }
          if (isTooLong(applied.content)) {
            const detail = commentMessages.sectionTooLong({ limit: maxSectionLength })
            return refuse('suggestion_conflict', { detail, fields: { ...texts, current: thread.anchorText } })
          }
          const written = await sections.rewrite(deal, actor, { section, content: applied.content, plan })
          if (written instanceof SlowRewriting) return written
          await settle(deal, actor, thread, 'accepted')
          const facts = { comment_id: thread.id, section_key: sectionKey, version: written.version }
          deal.record('suggestion.accepted', facts)
          return { thread: await findThread(store, at), section: written }
        }),
      ),

    reject: (actor: Actor, at: CommentPath): Promise<Thread> =>
      changes.change(actor, at.dealId, 'editor', async (deal) => {
        const { thread } = await findOpen(at)
        await settle(deal, actor, thread, 'rejected')
        deal.record('suggestion.rejected', { comment_id: thread.id })
        return { ...thread, status: 'rejected', resolvedBy: actor.userId, resolvedAt: deal.at, updatedAt: deal.at }
      }),
  }
}
