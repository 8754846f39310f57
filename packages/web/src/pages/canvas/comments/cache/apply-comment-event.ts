import type { Canvas, Comment, DealEvent, Section } from '@deal-canvas/contract'
import type { QueryClient } from '@tanstack/react-query'
import { dealKey } from '../../../../deal-data/canvas-query.ts'
import { type CommentPages, listsKey, openFilter } from '../../../../features/comments/cache/comment-lists.ts'
import { dropComment, knownComment, putComment } from '../../../../features/comments/cache/put-comment.ts'
import { placeOf } from '../place-of.ts'
import { countsAfter } from './counts-after.ts'

/** Checks only the identifying fields: client and service share one contract. */
const isComment = (value: unknown): value is Comment =>
  typeof value === 'object' && value !== null && 'comment_id' in value && 'replies' in value

const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && 'section_key' in value && 'content' in value

const isType = (value: unknown): value is Comment['comment_type'] =>
  value === 'comment' || value === 'question' || value === 'blocker' || value === 'request' || value === 'suggestion'

/** If a passage no longer matches word for word, refetches the comments: the service has relocated their anchors. */
const followPassages = (queries: QueryClient, dealId: string, section: Section): void => {
  const key = [...listsKey(dealId), openFilter]
  const pages = queries.getQueryData<CommentPages>(key)?.pages ?? []
  const isLost = pages.some(({ comments }) =>
    comments.some(
      (comment) =>
        comment.section_key === section.section_key &&
        comment.anchor_text !== null &&
        comment.anchor_status !== 'none' &&
        placeOf(section.content, comment)?.isExact !== true,
    ),
  )
  if (isLost) void queries.invalidateQueries({ queryKey: key, exact: true })
}

const count = (queries: QueryClient, dealId: string, event: DealEvent, before: Comment | undefined): void => {
  const key = [...dealKey(dealId), 'canvas']
  const canvas = queries.getQueryData<Canvas>(key)
  // Sent again after a reconnect: the counts already include it.
  if (canvas === undefined || event.seq <= canvas.last_seq) return
  const { comment, comment_type } = event.data ?? {}
  const now = isComment(comment) ? comment : isType(comment_type) ? { comment_type } : undefined
  const counts = countsAfter(canvas.counts, event, now, before)
  if (counts === undefined) void queries.invalidateQueries({ queryKey: key })
  else if (counts !== canvas.counts) queries.setQueryData<Canvas>(key, { ...canvas, counts })
}

/** Applies the thread and the section of an event, without counting the event. */
export const applyThings = (queries: QueryClient, dealId: string, data: NonNullable<DealEvent['data']>): void => {
  const { comment, comment_id: id, section } = data
  if (isComment(comment)) putComment(queries, dealId, comment)
  else if (comment === null && typeof id === 'string') dropComment(queries, dealId, id)
  if (isSection(section)) followPassages(queries, dealId, section)
}

/** Updates every loaded comment list, and the counts, after an event. Idempotent for the lists. */
export const applyCommentEvent = (queries: QueryClient, dealId: string, event: DealEvent): void => {
  const { comment_id: id } = event.data ?? {}
  if (typeof id === 'string') count(queries, dealId, event, knownComment(queries, dealId, id))
  applyThings(queries, dealId, event.data ?? {})
}
