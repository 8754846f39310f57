import { type Clock, later } from '../../platform/clock.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { DealAccess } from '../deals/index.ts'
import { type FoundDeal, isEmpty, sortCounts } from './findings.ts'
import type { PurgeRequest } from './purge-request.ts'

export interface LookedAt {
  found: FoundDeal
  /** Whether it was used so recently that it must be skipped. */
  isActive: boolean
}

interface Deps {
  keyValue: Pick<KeyValue, 'countMany'>
  deals: Pick<DealAccess, 'activityOf'>
  now: Clock
}

/** Finds what can be removed at each of these deals, with a few statements for all of them. */
export const createLook =
  ({ keyValue, deals, now }: Deps) =>
  async (dealIds: readonly string[], request: PurgeRequest): Promise<LookedAt[]> => {
    const known = await deals.activityOf(dealIds)
    const state = await keyValue.countMany(dealIds)
    const isActive = judgeActivity(request, now())
    return dealIds.flatMap((dealId) => {
      const { orgId = null, lastActivityAt = null } = known.get(dealId) ?? {}
      const counts = state.get(dealId)
      const found = { dealId, orgId, ...sortCounts(counts, request.includeCheckpoints) }
      // The state can have expired since the deal was listed. A request for one deal reports it in any case.
      if (isEmpty(found) && request.mode === 'all') return []
      return { found, isActive: isActive(lastActivityAt, counts?.presence ?? 0) }
    })
  }

const judgeActivity = ({ excludeActiveWithinSecs: secs }: PurgeRequest, now: Date) => {
  if (secs === null) return () => false
  const since = later(now, -secs * 1000)
  return (last: Date | null, present: number): boolean => present > 0 || (last !== null && last >= since)
}

export const skip = ({ dealId, orgId }: FoundDeal): FoundDeal => ({
  dealId,
  orgId,
  keys: {},
  keptCheckpoints: 0,
  skipped: 'recent_activity',
})
