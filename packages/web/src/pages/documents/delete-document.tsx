import { type Document, deleteDocument } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { dealKey } from '../canvas/canvas-query.ts'

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
    <FormDialog
      title={`Delete ${document.file_name}?`}
      act="Delete document"
      danger
      busy={remove.isPending}
      wrong={remove.isError ? sentenceFor(remove.error) : undefined}
      refusal={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">
        The file goes, and its passages with it from the evidence. What was quoted from it in the memo and in comments
        stays. The record keeps that it was here.
      </p>
    </FormDialog>
  )
}
