import type { Client } from '@deal-canvas/client'
import { type AnswerOf, addDocuments, type documents } from '@deal-canvas/contract'
import type { QueryClient } from '@tanstack/react-query'
import { dealKey } from '../../deal-data/canvas-query.ts'
import { explainUpload } from '../../features/uploads/explain-upload.ts'
import { keptUploads } from '../../features/uploads/kept-uploads.ts'
import type { Uploads } from '../../features/uploads/uploads.ts'

/** The uploads in progress of a deal. */
export const dealUploads = (queries: QueryClient, client: Client, dealId: string): Uploads => {
  const key = [...dealKey(dealId), 'documents']
  return keptUploads(queries, ['deal', dealId], {
    send: async (file, onSent, signal) => {
      const body = new FormData()
      body.append('files', file, file.name)
      const answer = await client.call(addDocuments, { params: { deal_id: dealId }, body, onSent, signal })
      const [document] = answer.documents
      if (document === undefined) throw new Error('The service took a file and answered none')
      return document
    },
    known: () => new Set(queries.getQueryData<AnswerOf<typeof documents>>(key)?.documents.map(({ id }) => id)),
    onAdded: () => queries.invalidateQueries({ queryKey: key }),
    explain: explainUpload,
  })
}
