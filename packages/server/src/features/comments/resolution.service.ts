import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Sections } from '../memo/index.ts'
import type { CommentsStore } from './comments.store.ts'
import { notifyComment } from './notify-comment.ts'
import { placeAgain } from './place-comment.ts'
import { findThread } from './threads/find-thread.ts'
import type { CommentPath, Thread } from './threads/thread.ts'
import { peopleOf } from './threads/thread-people.ts'

interface Deps {
  store: Pick<CommentsStore, 'thread' | 'repliers' | 'settle' | 'place'>
  changes: DealChanges
  sections: Pick<Sections, 'lockRow'>
  /** Has the comments on a document follow into its latest version. */
  followAgain(dealId: string, documentId: string, at: Date): Promise<void>
}

const eventOf = { open: 'reopened', resolved: 'resolved' } as const

export type Resolution = ReturnType<typeof createResolution>

/** Resolves and reopens threads, idempotently. */
export const createResolution = ({ store, changes, sections, followAgain }: Deps) => {
  /** Re-anchors a thread: its section may have been rewritten while the thread was resolved. */
  const returnToPassage = async (thread: Thread): Promise<Thread> => {
    if (thread.sectionKey === null || thread.anchorText === null) return thread
    const section = await sections.lockRow(thread.dealId, thread.sectionKey)
    const place = section === undefined ? undefined : placeAgain(thread, section.content)
    if (place === undefined) return thread
    await store.place(thread, place)
    return { ...thread, ...place }
  }

  const settle = async (deal: ChangingDeal, actor: Actor, thread: Thread, status: 'open' | 'resolved') => {
    const isOpen = status === 'open'
    const settled = {
      status,
      resolvedBy: isOpen ? null : actor.userId,
      resolvedAt: isOpen ? null : deal.at,
      updatedAt: deal.at,
    }
    await store.settle(thread, settled)
    // Its document may have a new version since the thread was resolved.
    if (isOpen && thread.documentId !== null) await followAgain(deal.row.id, thread.documentId, deal.at)
    const event = eventOf[status]
    deal.record(`comment.${event}`, { comment_id: thread.id })
    notifyComment(deal, thread, { type: event, to: await peopleOf(store, thread), content: thread.content })
    return { ...thread, ...settled }
  }

  const move = (status: 'open' | 'resolved') => (actor: Actor, at: CommentPath) =>
    changes.change(actor, at.dealId, 'commenter', async (deal): Promise<Thread> => {
      const thread = await findThread(store, at)
      if (thread.status === 'accepted' || thread.status === 'rejected') refuse('suggestion_decided')
      if (thread.status === status) return thread
      return settle(deal, actor, status === 'open' ? await returnToPassage(thread) : thread, status)
    })

  return { resolve: move('resolved'), reopen: move('open') }
}
