import type { Client } from '@deal-canvas/client'
import { addIntakeFiles, type Conversation } from '@deal-canvas/contract'
import type { QueryClient } from '@tanstack/react-query'
import { intakeKey, intakeReadingKey } from '../../deal-data/intake-query.ts'
import { explainUpload } from '../uploads/explain-upload.ts'
import { keptUploads } from '../uploads/kept-uploads.ts'
import type { Uploads } from '../uploads/uploads.ts'

/** The uploads in progress of an intake. */
export const intakeUploads = (queries: QueryClient, client: Client, conversationId: string): Uploads =>
  keptUploads(queries, ['intake', conversationId], {
    send: async (file, onSent, signal) => {
      const body = new FormData()
      body.append('files', file, file.name)
      const params = { conversation_id: conversationId }
      const { files } = await client.call(addIntakeFiles, { params, body, onSent, signal })
      const [document] = files
      if (document === undefined) throw new Error('The service took a file and answered none')
      return document
    },
    known: () => new Set(queries.getQueryData<Conversation>(intakeKey(conversationId))?.files.map((file) => file.id)),
    onAdded: () => {
      void queries.invalidateQueries({ queryKey: intakeReadingKey(conversationId) })
      return queries.invalidateQueries({ queryKey: intakeKey(conversationId) })
    },
    explain: explainUpload,
  })
