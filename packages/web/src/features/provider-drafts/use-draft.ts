import {
  cancelProviderDraft,
  draftSection,
  followProviderDraft,
  type ProviderDraft,
  providerDrafts,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dealKey, useDealId } from '../../deal-data/canvas-query.ts'
import { useServices } from '../../session/services.ts'

export const isUnderWay = ({ status }: Pick<ProviderDraft, 'status'>): boolean =>
  status === 'pending' || status === 'running'

/** The draft of a section that is under way or was made here, followed until it has ended. */
export const useDraft = (sectionKey: string) => {
  const { session, queries } = useServices()
  const { client } = session
  const dealId = useDealId()
  const [draft, setDraft] = useState<ProviderDraft>()
  const [isLost, setLost] = useState(false)
  // Somebody may have asked for it before, or the page was reloaded meanwhile.
  const before = useQuery({
    queryKey: [...dealKey(dealId), 'provider-drafts', sectionKey],
    queryFn: async ({ signal }) =>
      (await client.call(providerDrafts, { params: { deal_id: dealId }, query: { limit: 20 }, signal })).drafts.find(
        (one) => one.section_key === sectionKey,
      ) ?? null,
  })
  const last = before.data ?? undefined
  const shown = draft ?? (last !== undefined && isUnderWay(last) ? last : undefined)
  const begin = useMutation({
    mutationFn: () => client.call(draftSection, { params: { deal_id: dealId, section_key: sectionKey } }),
    onSuccess: setDraft,
  })
  const cancel = useMutation({
    mutationFn: (id: string) => client.call(cancelProviderDraft, { params: { deal_id: dealId, draft_id: id } }),
    onSuccess: setDraft,
  })
  const followed = shown !== undefined && isUnderWay(shown) ? shown.id : undefined
  useEffect(() => {
    if (followed === undefined) return
    const leaving = new AbortController()
    const follow = async (): Promise<void> => {
      const params = { deal_id: dealId, draft_id: followed }
      for await (const { event, data } of client.stream(followProviderDraft, { params, signal: leaving.signal }))
        if (event === 'progress' || event === 'ended') setDraft(data)
      await queries.invalidateQueries({ queryKey: [...dealKey(dealId), 'provider-drafts'] })
    }
    setLost(false)
    follow().catch(() => {
      if (!leaving.signal.aborted) setLost(true)
    })
    return () => leaving.abort()
  }, [client, dealId, followed, queries])
  return { draft: shown, begin, cancel, isLost, isLoading: before.isPending }
}
