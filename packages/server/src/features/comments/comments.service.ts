import type { Actor } from '../../actor.ts'
import { fitting } from '../../answer-size.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { commentMessages } from '../../messages/comments.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Crops } from '../image-crops/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { assertAttachable, attachAll } from './attachments.ts'
import { assertAuthor, assertAuthorOrOwner } from './author-rules.ts'
import type { CommentsStore, PageEntry, Revision } from './comments.store.ts'
import { readContent } from './content.ts'
import type { ErasureStore } from './erasure/erasure.store.ts'
import { isSameList, type ReadMentions } from './mentions.ts'
import { type NewComment, readNewComment } from './new-comment.ts'
import { notifyComment } from './notify-comment.ts'
import type { AnchoredDocument, ReadDocumentAnchor } from './on-documents/read-document-anchor.ts'
import type { PlaceComment } from './place-comment.ts'
import type { Filters } from './threads/filters.ts'
import { findThread } from './threads/find-thread.ts'
import type { CommentPath, CommentRow, Thread } from './threads/thread.ts'
import { everyoneIn } from './threads/thread-people.ts'

interface Deps {
  store: CommentsStore
  erasure: Pick<ErasureStore, 'eraseComment'>
  changes: DealChanges
  placeComment: PlaceComment
  readDocumentAnchor: ReadDocumentAnchor
  documents: Pick<Documents, 'find'>
  readMentions: ReadMentions
  crops: Pick<Crops, 'assertFree' | 'attach' | 'ofComments' | 'erase'>
  limits: Limits
  quotas: Pick<Quotas, 'takeBytes'>
}

export interface Edit {
  content: string
  /** Undefined leaves the mentions unchanged. */
  mentioned: readonly string[] | undefined
  seen: number | undefined
}

export interface ThreadPage {
  threads: Thread[]
  /** The last comment of this page, if there is another page. */
  goesOnAfter: PageEntry | undefined
}

export type Comments = ReturnType<typeof createComments>

export const createComments = ({
  store,
  erasure,
  changes,
  placeComment,
  readDocumentAnchor,
  documents,
  readMentions,
  crops,
  limits,
  quotas,
}: Deps) => {
  const find = (at: CommentPath): Promise<Thread> => findThread(store, at)

  const assertMetric = async (dealId: string, metricKey: string | null): Promise<void> => {
    if (metricKey === null || (await store.hasMetric(dealId, metricKey))) return
    const reason = commentMessages.metricUnknown()
    throw new InvalidInput({ at: ['body', 'metric_key'], reason, input: metricKey })
  }

  return {
    /** Returns at most the requested number, and as many as fit into one response. */
    page: async (actor: Actor, dealId: string, wanted: Filters): Promise<ThreadPage> => {
      if (wanted.words !== undefined) await limits.take('search', actor.userId)
      const entries = await store.page(dealId, { ...wanted, limit: wanted.limit + 1 })
      const shown = fitting(entries.slice(0, wanted.limit), ({ bytes }) => bytes)
      const threads = await store.threads(
        dealId,
        shown.map(({ id }) => id),
      )
      return { threads, goesOnAfter: entries.length > shown.length ? shown.at(-1) : undefined }
    },

    find,

    create: async (actor: Actor, dealId: string, given: NewComment): Promise<Thread> => {
      const { mentioned: asked, attachmentIds = [], cell, passage, ...comment } = readNewComment(given)
      const mentioned = await readMentions(dealId, asked)
      await assertAttachable(crops, dealId, attachmentIds)
      const { fileName, ...onDocument } = await readDocumentAnchor(dealId, { cell, passage })
      return changes.change(actor, dealId, 'commenter', async (deal) => {
        await assertMetric(dealId, comment.metricKey)
        // It can have been removed meanwhile.
        if (onDocument.documentId !== null) await documents.find(dealId, onDocument.documentId)
        const row: CommentRow = {
          ...comment,
          ...(await placeComment(dealId, comment)),
          ...onDocument,
          ...(onDocument.documentId === null ? {} : { anchorStatus: 'anchored' }),
          id: newId(),
          dealId,
          authorId: actor.userId,
          status: 'open',
          createdAt: deal.at,
          updatedAt: deal.at,
          editedAt: null,
          resolvedBy: null,
          resolvedAt: null,
          mentioned,
          draftId: null,
          version: 1,
          replyCount: 0,
          deletedAt: null,
        }
        const { audience, ...author } = await store.add(row)
        const { id, sectionKey, metricKey, commentType, content } = row
        const attachments = await attachAll(crops, deal, { ids: attachmentIds, to: row })
        deal.record('comment.created', {
          comment_id: id,
          section_key: sectionKey,
          comment_type: commentType,
          ...(metricKey === null ? {} : { metric_key: metricKey }),
          ...recordedAnchor(onDocument),
          ...(attachments.length === 0 ? {} : { attachment_ids: attachments.map((attachment) => attachment.id) }),
        })
        notifyComment(deal, row, { type: 'mention', to: mentioned, content })
        notifyComment(deal, row, { type: 'comment', to: audience, content })
        return { ...row, ...author, fileName, replies: [], reactions: [], attachments }
      })
    },

    edit: async (actor: Actor, at: CommentPath, given: Edit): Promise<Thread> => {
      const content = readContent(given.content)
      const change = async (deal: ChangingDeal, thread: Thread): Promise<Thread> => {
        assertAuthor(actor, thread)
        assertCurrent(thread.version, given.seen)
        const before = thread.mentioned
        const mentioned = await readMentions(at.dealId, given.mentioned ?? before, before)
        if (content === thread.content && isSameList(mentioned, before)) return thread
        const edited = { content, mentioned, version: thread.version + 1, editedAt: deal.at, updatedAt: deal.at }
        // The former text is kept in the history.
        await quotas.takeBytes(at.dealId, Buffer.byteLength(thread.content))
        store.edit(thread, edited)
        deal.record('comment.edited', { comment_id: thread.id, version: edited.version })
        const added = mentioned.filter((userId) => !before.includes(userId))
        notifyComment(deal, thread, { type: 'mention', to: added, content })
        return { ...thread, ...edited }
      }
      return changes.change(actor, at.dealId, 'commenter', change, { find: () => find(at) })
    },

    remove: (actor: Actor, at: CommentPath): Promise<void> =>
      changes.change(actor, at.dealId, 'commenter', async (deal) => {
        const thread = await find(at)
        assertAuthorOrOwner(actor, deal, thread)
        await erasure.eraseComment(thread, await everyoneIn(store, thread), deal.at)
        await crops.erase(deal, thread.id)
        deal.record('comment.deleted', { comment_id: thread.id })
      }),

    /** The former texts; one more than requested. */
    history: async (at: CommentPath, wanted: { before: number | undefined; limit: number }): Promise<Revision[]> => {
      const found = isId(at.commentId) ? await store.history(at, { ...wanted, limit: wanted.limit + 1 }) : undefined
      return found ?? refuse('comment_not_found')
    },
  }
}

/** Ids and addresses only: the labels and the quote are texts. */
const recordedAnchor = ({ documentId, documentAnchor: at }: Omit<AnchoredDocument, 'fileName'>) => {
  if (documentId === null || at === null) return {}
  return { document_id: documentId, ...(at.kind === 'cell' ? { cell: at.cell } : { passage_id: String(at.position) }) }
}
