import type { Committee, OverridableItem, ReadinessCheck } from '@deal-canvas/contract'

type Decision = 'approved' | 'declined' | 'deferred'

const agreeing = { approved: 'approved', declined: 'declined' } as const

/** What needs a reason before this decision. The service judges again, and names what was missed here. */
export const requiredItems = (
  {
    rule,
    quorum,
    strict_readiness: isStrict,
    tally,
  }: Pick<Committee, 'rule' | 'quorum' | 'strict_readiness' | 'tally'>,
  checks: readonly Pick<ReadinessCheck, 'key' | 'count'>[],
  decision: Decision,
): OverridableItem[] => {
  const open = checks
    .filter(({ key, count }) => count !== 0 && key !== 'votes_missing' && (isStrict || key === 'open_blockers'))
    .map(({ key }): OverridableItem => key)
  const votes = decision !== 'deferred' && (rule !== 'owner' || quorum > 0)
  const isPending = votes && (tally.outcome === null ? tally.missing > 0 : tally.outcome === 'pending')
  if (isPending || (isStrict && tally.missing > 0)) open.push('votes_missing')
  if (!votes || rule === 'owner') return open
  const isKnown = tally.outcome === 'pending' || tally.outcome === agreeing[decision]
  return isKnown ? open : [...open, 'votes_outcome']
}
