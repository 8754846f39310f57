import { type Conversation, intakeEvents } from '@deal-canvas/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { dealsKey } from '../../deal-data/deals-query.ts'
import { intakeKey } from '../../deal-data/intake-query.ts'
import { meQuery } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'

/** Refetches the intake on every build event, and opens the canvas when it is ready. */
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
    // A broken stream only delays updates: the intake is also polled during the build.
    follow().catch(() => {
      if (!leaving.signal.aborted) void queries.invalidateQueries({ queryKey: intakeKey(id) })
    })
    return () => leaving.abort()
  }, [client, queries, id, isBuilding])

  // Open the canvas only for users who watched the build: those who return to an old intake want to see the intake.
  const wasBuilding = useRef(false)
  useEffect(() => {
    if (isBuilding) wasBuilding.current = true
    if (!isReady || !wasBuilding.current || dealId === undefined) return
    void queries.invalidateQueries({ queryKey: dealsKey })
    void queries.invalidateQueries({ queryKey: meQuery(client).queryKey })
    void navigate({ to: '/canvas/$dealId', params: { dealId }, replace: true })
  }, [isBuilding, isReady, dealId, client, queries, navigate])
}
