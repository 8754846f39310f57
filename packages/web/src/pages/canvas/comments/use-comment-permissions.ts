import { dealRoles } from '@deal-canvas/contract'
import { useCanvas } from '../canvas-query.ts'

/** What the person may do with comments, and the sentence that says why not. */
export const useCommentPermissions = () => {
  const { role, status } = useCanvas().deal
  const isAtLeast = (least: (typeof dealRoles)[number]) => dealRoles.indexOf(role) >= dealRoles.indexOf(least)
  const isClosed = status !== 'open'
  const why = isClosed
    ? `This deal is ${status}. Comments open again when an owner reopens it.`
    : 'You can read this deal. To comment you need the role of a commenter, which an owner of the deal can give you.'
  return {
    comment: !isClosed && isAtLeast('commenter'),
    decide: !isClosed && isAtLeast('editor'),
    removeAny: !isClosed && isAtLeast('owner'),
    why,
  }
}
