import { type Document, deleteDocument } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dealKey } from '../../deal-data/canvas-query.ts'
import { documentMessages } from '../../messages/documents.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'

interface DeleteDocumentProps {
  dealId: string
  document: Document
  onClose: () => void
}

export const DeleteDocument = ({ dealId, document, onClose }: DeleteDocumentProps) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.call(deleteDocument, { params: { deal_id: dealId, document_id: document.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [...dealKey(dealId), 'documents'] })
      onClose()
    },
  })
  return (
    <QuestionDialog
      title={documentMessages.deleteTitle({ name: document.file_name })}
      act={documentMessages.deleteAction()}
      doing={remove}
      onClose={onClose}
    >
      {documentMessages.deleteHint()}
    </QuestionDialog>
  )
}
