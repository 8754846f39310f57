import { type Conversation, intakeEvents } from '@deal-canvas/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { dealsKey } from '../../deal-data/deals-query.ts'
import { intakeKey } from '../../deal-data/intake-query.ts'
import { meQuery } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'

/** Looks at the intake again whenever the service says that the build has moved, and opens the canvas when it is there. */
export const useBuildProgress = (conversation: Conversation | undefined): void => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const navigate = useNavigate()
  const id = conversation?.conversation_id
  const dealId = conversation?.deal_id
  const isBuilding = conversation?.status === 'processing'
  const isReady = conversation?.status === 'ready'

  useEffect(() => {
    if (id === undefined || !isBuilding) return
    const leaving = new AbortController()
    const follow = async (): Promise<void> => {
      const events = client.stream(intakeEvents, { params: { conversation_id: id }, signal: leaving.signal })
      for await (const _ of events) await queries.invalidateQueries({ queryKey: intakeKey(id) })
    }
    // A stream that breaks costs promptness alone: while it is built, the intake is looked at now and then anyway.
    follow().catch(() => {
      if (!leaving.signal.aborted) void queries.invalidateQueries({ queryKey: intakeKey(id) })
    })
    return () => leaving.abort()
  }, [client, queries, id, isBuilding])

  // Only who saw it being built is taken along: whoever comes back to an old intake came to look at it.
  const wasBuilding = useRef(false)
  useEffect(() => {
    if (isBuilding) wasBuilding.current = true
    if (!isReady || !wasBuilding.current || dealId === undefined) return
    void queries.invalidateQueries({ queryKey: dealsKey })
    void queries.invalidateQueries({ queryKey: meQuery(client).queryKey })
    void navigate({ to: '/canvas/$dealId', params: { dealId }, replace: true })
  }, [isBuilding, isReady, dealId, client, queries, navigate])
}
