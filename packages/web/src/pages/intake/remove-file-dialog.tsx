import { type Document, removeIntakeFile } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { intakeKey, intakeReadingKey } from '../../deal-data/intake-query.ts'
import { intakeMessages } from '../../messages/intake.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'

interface RemoveFileDialogProps {
  conversationId: string
  file: Document
  onClose: () => void
}

export const RemoveFileDialog = ({ conversationId, file, onClose }: RemoveFileDialogProps) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.call(removeIntakeFile, { params: { conversation_id: conversationId, file_id: file.id } }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: intakeReadingKey(conversationId) })
      await queries.invalidateQueries({ queryKey: intakeKey(conversationId) })
      onClose()
    },
    // The file may already be removed, or the build may have started: the refetched list shows it.
    onError: () => queries.invalidateQueries({ queryKey: intakeKey(conversationId) }),
  })
  return (
    <QuestionDialog
      title={intakeMessages.removeFileTitle({ name: file.file_name })}
      act={intakeMessages.removeFileAction()}
      doing={remove}
      onClose={onClose}
    >
      {intakeMessages.removeFileHint()}
    </QuestionDialog>
  )
}
