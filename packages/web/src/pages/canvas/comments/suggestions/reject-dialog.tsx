import type { Comment } from '@deal-canvas/contract'
import { useMetrics } from '../../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { formatPassage } from '../thread/format-comment.ts'

interface RejectDialogProps {
  comment: Comment
  onReject: () => void
  onClose: () => void
}

/** Asks for confirmation and shows the suggestion: the reject button is close to the accept button. */
export const RejectDialog = ({ comment, onReject, onClose }: RejectDialogProps) => {
  const metrics = useMetrics()
  const replacement = comment.suggestion_metadata?.replacement ?? ''
  return (
    <FormDialog
      title={commentMessages.rejectTitle({ author: comment.author_name })}
      act={commentMessages.rejectSuggestion()}
      danger
      busy={false}
      refusal={undefined}
      onSubmit={onReject}
      onClose={onClose}
    >
      <p className="break-words text-fg-2">
        {replacement === ''
          ? commentMessages.rejectHintDeletes()
          : commentMessages.rejectHint({ text: formatPassage(replacement, metrics) })}
      </p>
    </FormDialog>
  )
}
