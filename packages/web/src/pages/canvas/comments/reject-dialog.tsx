import type { Comment } from '@deal-canvas/contract'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useMetrics } from '../canvas-query.ts'
import { formatPassage } from './format-comment.ts'

interface RejectDialogProps {
  comment: Comment
  onReject: () => void
  onClose: () => void
}

/** Asks once, with the wording that would be turned down: the cross stands close to the tick. */
export const RejectDialog = ({ comment, onReject, onClose }: RejectDialogProps) => {
  const metrics = useMetrics()
  const replacement = comment.suggestion_metadata?.replacement ?? ''
  return (
    <FormDialog
      title={`Reject the suggestion of ${comment.author_name}?`}
      act="Reject suggestion"
      danger
      busy={false}
      refusal={undefined}
      onSubmit={onReject}
      onClose={onClose}
    >
      <p className="break-words text-fg-2">
        {replacement === ''
          ? 'The passage stays, and the suggestion to take it out'
          : `The passage stays, and “${formatPassage(replacement, metrics)}”`}{' '}
        leaves the memo for everyone. It can be read under Rejected suggestions.
      </p>
    </FormDialog>
  )
}
