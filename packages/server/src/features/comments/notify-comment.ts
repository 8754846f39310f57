import type { NotificationType } from '@deal-canvas/contract'
import type { ChangingDeal } from '../audit-trail/deal-changes.service.ts'
import { snippetOf } from './content.ts'
import type { CommentRow } from './threads/thread.ts'

interface News {
  type: NotificationType
  to: readonly string[]
  /** What it is about; its beginning is quoted. */
  content: string
}

/** Lets people know of what happened to a comment. */
export const notifyComment = (
  deal: Pick<ChangingDeal, 'notify'>,
  { id, sectionKey }: Pick<CommentRow, 'id' | 'sectionKey'>,
  { type, to, content }: News,
): void => {
  if (to.length > 0) deal.notify({ type, to, commentId: id, sectionKey, snippet: snippetOf(content) })
}
