import { formatLongDate } from '@deal-canvas/contract'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { useModel } from '../../../deal-data/model-query.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { useNow } from '../../../ui/use-now.ts'

/** On paper only: which memo this is, and what is not printed with it. */
export const PaperNote = () => {
  const { counts } = useCanvas()
  const version = useModel().data?.model_version ?? 0
  const day = formatLongDate(useNow())
  return (
    <p data-paper-only className="mb-4 text-small text-fg-3">
      {memoMessages.printed({ day, version })} {memoMessages.commentsNotPrinted({ count: counts.open_comments })}
    </p>
  )
}
