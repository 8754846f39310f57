import { canComment, canDeleteComment, canEditComment, canEditDeal } from '@deal-canvas/contract'
import { useCanvas } from '../../deal-data/canvas-query.ts'
import { commentMessages } from '../../messages/comments.ts'
import { useMe } from '../../session/me.ts'

/** What the user can do with comments, and the explanation if they cannot. */
export const useCommentPermissions = () => {
  const { deal } = useCanvas()
  const { id: userId } = useMe()
  const comment = canComment(deal)
  const why = {
    open: commentMessages.roleTooLow,
    finalized: commentMessages.closedFinalized,
    archived: commentMessages.closedArchived,
  }[deal.status]()
  return {
    comment,
    decide: canEditDeal(deal),
    edit: (authorId: string) => comment && canEditComment({ userId, authorId }),
    remove: (authorId: string) => comment && canDeleteComment(deal.role, { userId, authorId }),
    why,
  }
}
