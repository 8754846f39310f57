import {
  type BodyOf,
  commentHistory,
  comments as commentsOperation,
  createComment,
  deleteComment,
  editComment,
  type QueryOf,
  reopenComment,
  resolveComment,
  showComment,
} from '@deal-canvas/contract'
import { readCursor, writeCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursor.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { readInstant } from '../../platform/read-instant.ts'
import { commentPath } from './comment-path.ts'
import type { Comments } from './comments.service.ts'
import type { NewComment } from './new-comment.ts'
import { presentComment } from './present-comment.ts'
import { rerenderComment } from './rerender-comment.ts'
import type { Resolution } from './resolution.service.ts'
import type { Filters } from './threads/filters.ts'

export const commentRoutes = ({ comments, resolution }: { comments: Comments; resolution: Resolution }): Route[] => [
  handle(commentsOperation, async ({ actor, params, query }) => {
    const filters = readFilters(query, actor.userId)
    const { threads, goesOnAfter: last } = await comments.page(actor, params.deal_id, filters)
    return {
      comments: threads.map(presentComment),
      next_cursor: last === undefined ? null : writeCursor([last.createdAt.toISOString(), last.id]),
      has_more: last !== undefined,
    }
  }),
  handle(
    createComment,
    ({ actor, params, body }) => comments.create(actor, params.deal_id, readBody(body)).then(presentComment),
    rerenderComment(comments),
  ),
  handle(showComment, ({ params }) => comments.find(commentPath(params)).then(presentComment)),
  handle(editComment, ({ actor, params, body, ifMatch }) => {
    const edit = { content: body.content, mentioned: body.mentioned_user_ids, seen: ifMatch }
    return comments.edit(actor, commentPath(params), edit).then(presentComment)
  }),
  handle(deleteComment, ({ actor, params }) => comments.remove(actor, commentPath(params))),
  handle(commentHistory, async ({ params, query: { limit = 20, cursor } }) => {
    const rows = await comments.history(commentPath(params), { before: readNumberCursor(cursor), limit })
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      revisions: shown.map(({ version, content, at }) => ({ version, content, at: at.toISOString() })),
      next_cursor: last === undefined ? null : writeNumberCursor(last.version),
      has_more: last !== undefined,
    }
  }),
  handle(
    resolveComment,
    ({ actor, params }) => resolution.resolve(actor, commentPath(params)).then(presentComment),
    rerenderComment(comments),
  ),
  handle(
    reopenComment,
    ({ actor, params }) => resolution.reopen(actor, commentPath(params)).then(presentComment),
    rerenderComment(comments),
  ),
]

const readFilters = (query: QueryOf<typeof commentsOperation>, me: string): Filters => ({
  sectionKey: query.section_key,
  metricKey: query.metric_key,
  documentId: query.document_id,
  status: query.status,
  commentType: query.comment_type,
  authorId: query.author_id,
  mentions: query.mentions_me === true ? me : undefined,
  words: query.q,
  updatedSince: readSince(query.updated_since),
  after: readCursor(query.cursor),
  limit: query.limit ?? 20,
})

const readSince = (given: string | undefined): Date | undefined => {
  if (given === undefined) return undefined
  const reason = requestMessages.timeInvalid()
  const since = readInstant(given)
  if (since === undefined) throw new InvalidInput({ at: ['query', 'updated_since'], reason, input: given })
  return since
}

const readBody = (body: BodyOf<typeof createComment>): NewComment => ({
  content: body.content,
  commentType: body.comment_type ?? 'comment',
  sectionKey: body.section_key ?? null,
  metricKey: body.metric_key ?? null,
  cell: body.cell ?? null,
  passage: body.passage ?? null,
  anchorText: body.anchor_text ?? null,
  anchorPrefix: body.anchor?.prefix ?? null,
  anchorSuffix: body.anchor?.suffix ?? null,
  mentioned: body.mentioned_user_ids ?? [],
  suggestion: body.suggestion_metadata ?? null,
  attachmentIds: body.attachment_ids ?? [],
})
