import type { NotificationType } from '@deal-canvas/contract'
import { snippetOf } from '../../platform/snippet.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'
import type { CommentRow } from './threads/thread.ts'

interface News {
  type: NotificationType
  to: readonly string[]
  /** The text that the notification is about; its beginning is quoted. */
  content: string
}

/** Notifies users of a change of a comment. */
export const notifyComment = (
  deal: Pick<ChangingDeal, 'notify'>,
  { id, sectionKey }: Pick<CommentRow, 'id' | 'sectionKey'>,
  { type, to, content }: News,
): void => {
  if (to.length > 0) deal.notify({ type, to, commentId: id, sectionKey, snippet: snippetOf(content) })
}
