import type { Threshold } from '@deal-canvas/contract'
import { thresholdMessages as messages } from '../../../../messages/thresholds.ts'
import { QuestionDialog } from '../../../../session/question-dialog.tsx'
import { formatThreshold } from './format-limit.ts'
import { useDeleteThreshold } from './use-threshold-acts.ts'

interface RemoveThresholdDialogProps {
  threshold: Threshold
  onRemoved: () => void
  onClose: () => void
}

export const RemoveThresholdDialog = ({ threshold, onRemoved, onClose }: RemoveThresholdDialogProps) => {
  const remove = useDeleteThreshold(threshold, onRemoved)
  return (
    <QuestionDialog
      title={messages.removeTitle({ metric: threshold.label })}
      act={messages.removeAct()}
      doing={remove}
      onClose={onClose}
    >
      {messages.removeHint({ limit: formatThreshold(threshold) })}
    </QuestionDialog>
  )
}
