import { dealRoles } from '@deal-canvas/contract'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../messages/comments.ts'

/** What the person may do with comments, and the sentence that says why not. */
export const useCommentPermissions = () => {
  const { role, status } = useCanvas().deal
  const isAtLeast = (least: (typeof dealRoles)[number]) => dealRoles.indexOf(role) >= dealRoles.indexOf(least)
  const isClosed = status !== 'open'
  const why = {
    open: commentMessages.roleTooLow,
    finalized: commentMessages.closedFinalized,
    archived: commentMessages.closedArchived,
  }[status]()
  return {
    comment: !isClosed && isAtLeast('commenter'),
    decide: !isClosed && isAtLeast('editor'),
    removeAny: !isClosed && isAtLeast('owner'),
    why,
  }
}
