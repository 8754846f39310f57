import type { CommentPath } from './threads/thread.ts'

export const commentPath = ({ deal_id, comment_id }: { deal_id: string; comment_id: string }): CommentPath => ({
  dealId: deal_id,
  commentId: comment_id,
})
