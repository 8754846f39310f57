import { type Document, documentContent } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { useServices } from '../../session/services.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads the file of a document. */
export const useDownload = ({ id, file_name: name }: Document) => {
  const { client } = useServices().session
  const dealId = useDealId()
  return useMutation({
    mutationFn: () => client.download(documentContent, { params: { deal_id: dealId, document_id: id } }),
    onSuccess: (bytes) => saveFile(bytes, name),
  })
}
