import { startIntake } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { intakeKey } from '../../deal-data/intake-query.ts'
import { commonMessages } from '../../messages/common.ts'
import { createAttempts } from '../../session/attempts.ts'
import { useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useObservable } from '../../ui/observable.ts'
import { intakeUploads } from './intake-uploads.ts'

interface Beginning {
  files: readonly File[]
  /** Null: a personal deal. Absent: the current organization. */
  orgId?: string | null
}

/** Opens an intake with the first files and navigates to it. */
export const useStartIntake = () => {
  const { session, orgId: chosen } = useServices()
  const { orgs } = useMe()
  const looked = useObservable(chosen)
  const current = orgs.find(({ org_id }) => org_id === looked) ?? orgs[0]
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [attempt] = useState(createAttempts)
  const starting = useMutation({
    mutationFn: ({ orgId = current?.org_id ?? null }: Beginning) =>
      attempt(orgId, (idempotencyKey) => session.client.call(startIntake, { body: { org_id: orgId }, idempotencyKey })),
    onSuccess: async (conversation, { files }) => {
      const id = conversation.conversation_id
      queries.setQueryData(intakeKey(id), conversation)
      intakeUploads(queries, session.client, id).add(files)
      await navigate({ to: '/intake/$conversationId', params: { conversationId: id } })
    },
  })
  const { mutate, variables, error } = starting
  return { start: mutate, error, again: () => variables !== undefined && mutate(variables) }
}

/** Why an intake could not be opened. The files are kept for another attempt. */
export const StartFailure = ({ intake: { error, again } }: { intake: ReturnType<typeof useStartIntake> }) =>
  error === null ? null : (
    <Note tone="red" act={<Button onClick={again}>{commonMessages.tryAgain()}</Button>}>
      {sentenceFor(error)}
    </Note>
  )
