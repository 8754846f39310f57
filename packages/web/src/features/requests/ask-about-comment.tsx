import { type Comment, canMakeRequest } from '@deal-canvas/contract'
import { useCanvas } from '../../deal-data/canvas-query.ts'
import { requestMessages as messages } from '../../messages/requests.ts'
import { RowAct } from '../../ui/row-menu.tsx'
import { RequestDialog } from './request-dialog.tsx'

interface AskAboutCommentProps {
  comment: Pick<Comment, 'comment_id' | 'content'>
  isAsking: boolean
  setAsking: (isAsking: boolean) => void
}

/** The entry of a comment's menu, and the dialog that it opens. Loaded when somebody opens the menu. */
export const AskAboutComment = ({ comment, isAsking, setAsking }: AskAboutCommentProps) => {
  const { deal } = useCanvas()
  if (!canMakeRequest(deal.role)) return null
  if (!isAsking) return <RowAct onSelect={() => setAsking(true)}>{messages.askSomebody()}</RowAct>
  const source = { kind: 'comment' as const, id: comment.comment_id }
  return <RequestDialog source={source} title={comment.content} onClose={() => setAsking(false)} />
}
