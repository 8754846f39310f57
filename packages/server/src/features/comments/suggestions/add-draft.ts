import { commentMessages as messages } from '../../../messages/comments.ts'
import { newId } from '../../../platform/ids.ts'
import { snippetOf } from '../../../platform/snippet.ts'
import type { ChangingDeal } from '../../audit-trail/index.ts'
import type { CommentsStore } from '../comments.store.ts'
import { notifyComment } from '../notify-comment.ts'
import type { PlaceComment } from '../place-comment.ts'

interface Deps {
  store: Pick<CommentsStore, 'add' | 'nameOf'>
  placeComment: PlaceComment
}

/** What a model provider drafted, as a suggestion for one place of a section. */
export interface DraftedSuggestion {
  draftId: string
  /** Who asked for it. */
  authorId: string
  model: string
  /** How many sentences it has. */
  count: number
  sectionKey: string
  anchorText: string
  anchorPrefix: string
  anchorSuffix: string
  replacement: string
  baseVersion: number
}

export type AddDraft = ReturnType<typeof createAddDraft>

/** Adds a draft as a suggestion, inside another change of its deal. Returns the id of the comment. */
export const createAddDraft =
  ({ store, placeComment }: Deps) =>
  async (deal: ChangingDeal, drafted: DraftedSuggestion): Promise<string> => {
    const { draftId, authorId, model, count, replacement, baseVersion, ...anchor } = drafted
    const content = messages.draftedFor({ model: snippetOf(model), name: await store.nameOf(authorId), count })
    const row = {
      ...anchor,
      ...(await placeComment(deal.row.id, anchor)),
      id: newId(),
      dealId: deal.row.id,
      metricKey: null,
      documentId: null,
      documentAnchor: null,
      commentType: 'suggestion' as const,
      authorId,
      content,
      status: 'open' as const,
      createdAt: deal.at,
      updatedAt: deal.at,
      editedAt: null,
      resolvedBy: null,
      resolvedAt: null,
      mentioned: [],
      draftId,
      suggestion: { replacement, base_version: baseVersion },
      version: 1,
      replyCount: 0,
      deletedAt: null,
    }
    const { audience } = await store.add(row)
    deal.record('comment.created', {
      comment_id: row.id,
      section_key: row.sectionKey,
      comment_type: row.commentType,
    })
    notifyComment(deal, row, { type: 'comment', to: audience, content })
    return row.id
  }
