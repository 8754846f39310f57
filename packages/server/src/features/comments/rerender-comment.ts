import type { Comment } from '@deal-canvas/contract'
import type { Comments } from './comments.service.ts'
import { presentComment } from './present-comment.ts'

/** Answers a repeated request from the current comment. */
export const rerenderComment = (comments: Pick<Comments, 'find'>) => ({
  idOf: ({ comment_id }: Comment): string => comment_id,
  render: ({ params }: { params: { deal_id: string } }, commentId: string): Promise<Comment> =>
    comments.find({ dealId: params.deal_id, commentId }).then(presentComment),
})
