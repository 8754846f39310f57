import { addReply, deleteReply, editReply, replies as repliesOperation } from '@deal-canvas/contract'
import { readCursor } from '../../../http/cursor.ts'
import { handle, type Route } from '../../../http/handler.ts'
import { presentPage } from '../../../http/page.ts'
import { commentPath } from '../comment-path.ts'
import type { Comments } from '../comments.service.ts'
import { presentComment, presentReply } from '../present-comment.ts'
import { rerenderComment } from '../rerender-comment.ts'
import type { Replies } from './replies.service.ts'

interface Services {
  replies: Replies
  comments: Pick<Comments, 'find'>
}

export const replyRoutes = ({ replies, comments }: Services): Route[] => [
  handle(repliesOperation, async ({ params, query: { limit = 20, cursor } }) => {
    const rows = await replies.page(commentPath(params), { after: readCursor(cursor), limit })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentReply,
      keyOf: ({ createdAt, id }) => [createdAt, id],
    })
    return { replies: items, ...rest }
  }),
  handle(
    addReply,
    ({ actor, params, body }) => replies.add(actor, commentPath(params), writtenOf(body)).then(presentComment),
    rerenderComment(comments),
  ),
  handle(editReply, ({ actor, params, body }) =>
    replies.edit(actor, replyPath(params), writtenOf(body)).then(presentComment),
  ),
  handle(deleteReply, ({ actor, params }) => replies.remove(actor, replyPath(params))),
]

const replyPath = (params: { deal_id: string; comment_id: string; reply_id: string }) => ({
  ...commentPath(params),
  replyId: params.reply_id,
})

const writtenOf = (body: { content: string; mentioned_user_ids?: string[] }) => ({
  content: body.content,
  mentioned: body.mentioned_user_ids,
})
