import { type CanvasSection, showSection } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { useServices } from '../../../session/services.ts'
import { useObservable } from '../../../ui/observable.ts'
import { useAttention } from '../attention.ts'
import { applySection } from '../live/apply-deal-event.ts'
import { nextTruncated } from './next-truncated.ts'

/** Loads the texts that were truncated in the canvas response, one at a time. */
export const useWholeSections = (sections: readonly CanvasSection[]) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const next = nextTruncated(sections, useObservable(useAttention().section))
  const { data, error, refetch } = useQuery({
    // Keyed by version, so that a refetched canvas does not reload known texts.
    queryKey: [...dealKey(dealId), 'section', next?.section_key, next?.version],
    queryFn: ({ signal }) =>
      session.client.call(showSection, { params: { deal_id: dealId, section_key: next?.section_key ?? '' }, signal }),
    enabled: next !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (data !== undefined && next !== undefined) applySection(queries, dealId, data)
  }, [data, next, queries, dealId])
  return { error: next === undefined ? null : error, refetch }
}
