import { type Document, removeIntakeFile } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { intakeKey } from './intake-query.ts'

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
      await queries.invalidateQueries({ queryKey: intakeKey(conversationId) })
      onClose()
    },
    // It may be gone already, or the build begun: the list behind the question says so.
    onError: () => queries.invalidateQueries({ queryKey: intakeKey(conversationId) }),
  })
  return (
    <FormDialog
      title={`Remove ${file.file_name}?`}
      act="Remove file"
      danger
      busy={remove.isPending}
      wrong={remove.isError ? sentenceFor(remove.error) : undefined}
      refusal={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">The deal is built without it. You can add it again from your device.</p>
    </FormDialog>
  )
}
