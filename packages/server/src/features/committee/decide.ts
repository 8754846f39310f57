import type { OverridableItem } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import type { ChangingDeal, Deciding, PreparedDecision, WantedDecision } from '../audit-trail/index.ts'
import type { BlindRead } from './blind-read.service.ts'
import { type Committees, type Standing, seesTally } from './committee.service.ts'
import type { Conditions } from './conditions.service.ts'
import { digestSignOffs } from './digest-sign-offs.ts'
import { digestVotes } from './digest-votes.ts'
import type { Checked, Readiness, SeriousFindings } from './readiness.service.ts'
import type { SignOffs } from './sign-offs.service.ts'

interface Deps {
  committees: Pick<Committees, 'standing' | 'reveal' | 'signedVotes'>
  conditions: Pick<Conditions, 'add' | 'decideWith'>
  readiness: Pick<Readiness, 'examine' | 'known' | 'check'>
  signOffs: Pick<SignOffs, 'all' | 'digest'>
  blindRead: Pick<BlindRead, 'seesRatings'>
}

interface OpenItem {
  item: OverridableItem
  /** Null: not known, or not visible to the person who decides. */
  count: number | null
}

const votesOf = ({ people }: Standing) => people.flatMap(({ vote }) => vote ?? [])

const agreeing = { approved: 'approved', declined: 'declined' } as const

/** Whether the votes are a part of the decision. A deferral needs none. */
const needsVotes = ({ settings }: Standing, { decision }: WantedDecision): boolean =>
  decision !== 'deferred' && (settings.committee_rule !== 'owner' || settings.committee_quorum > 0)

/**
 * What must be closed or overridden. Whoever cannot see the votes overrides their outcome in any case: an answer that
 * depended on them would reveal them.
 */
const openItemsOf = (
  standing: Standing,
  checked: readonly Checked[],
  wanted: WantedDecision,
  sees: { tally: boolean; ratings: boolean },
): OpenItem[] => {
  const { settings, tally } = standing
  const items: OpenItem[] = checked.flatMap(({ key, count }): OpenItem[] => {
    if (key === 'open_blockers') return count === 0 ? [] : [{ item: key, count }]
    if (key === 'votes_missing' || !settings.strict_readiness) return []
    if (key === 'low_ratings' && !sees.ratings) return [{ item: key, count: null }]
    return count === 0 ? [] : [{ item: key, count }]
  })
  const votes = needsVotes(standing, wanted)
  const isPending = votes && (sees.tally ? tally.outcome === 'pending' : tally.missing > 0)
  if (isPending || (settings.strict_readiness && tally.missing > 0))
    items.push({ item: 'votes_missing', count: tally.missing })
  if (votes && settings.committee_rule !== 'owner') {
    const wantedOutcome = wanted.decision === 'deferred' ? undefined : agreeing[wanted.decision]
    const contradicts = tally.outcome !== 'pending' && tally.outcome !== wantedOutcome
    if (!sees.tally || contradicts) items.push({ item: 'votes_outcome', count: null })
  }
  return items
}

/** How a committee decides: what must be ready, what is recorded with the decision, and which conditions it has. */
export const createDeciding = ({ committees, conditions, readiness, signOffs, blindRead }: Deps): Deciding => {
  /** The model is examined only where the decision depends on it: otherwise what is known is enough. */
  const prepare = async (dealId: string): Promise<SeriousFindings> => {
    const { settings } = await committees.standing(dealId)
    return settings.strict_readiness ? readiness.examine(dealId) : readiness.known(dealId)
  }

  const decide = async (
    deal: ChangingDeal,
    actor: Actor,
    findings: SeriousFindings,
    wanted: WantedDecision,
  ): Promise<PreparedDecision> => {
    const dealId = deal.row.id
    if (wanted.conditions.length > 0 && wanted.decision !== 'approved')
      throw new InvalidInput({ at: ['body', 'conditions'], reason: messages.conditionsNeedApproval() })
    const standing = await committees.standing(dealId)
    const checked = await readiness.check(dealId, findings, standing)
    const { settings } = standing
    const isRequired = settings.strict_readiness || settings.committee_rule !== 'owner' || settings.committee_quorum > 0
    const open = openItemsOf(standing, checked, wanted, {
      tally: seesTally(standing, actor.userId),
      ratings: await blindRead.seesRatings(dealId, actor.userId),
    })
    const reasons = new Map(wanted.overrides.map(({ item, reason }) => [item, reason]))
    const uncovered = open.filter(({ item }) => !reasons.has(item))
    if (isRequired && uncovered.length > 0) refuse('not_ready', { fields: { items: uncovered } })

    deal.record('readiness.at_decision', { items: checked.map(({ key, count }) => ({ item: key, count })) })
    await committees.reveal(deal, standing.people, 'finalized')
    await conditions.add(deal, actor, wanted.conditions)
    const conditionIds = wanted.decision === 'approved' ? await conditions.decideWith(dealId) : []
    return {
      overrides: open.flatMap(({ item }) => {
        const reason = reasons.get(item)
        return reason === undefined || !isRequired ? [] : [{ item, reason }]
      }),
      conditionIds,
      votesDigest: digestVotes(votesOf(standing)),
      signOffsDigest: digestSignOffs(await signOffs.all(dealId)),
    }
  }

  return {
    digestVotes: async (dealId) => {
      const signed = await committees.signedVotes(dealId)
      // Without a vote that is now somebody else's, the digest is another one.
      return digestVotes(votesOf(await committees.standing(dealId)).filter(({ id }) => signed.has(id)))
    },
    digestSignOffs: signOffs.digest,
    prepare: async (dealId) => {
      const findings = await prepare(dealId)
      return (deal, actor, wanted) => decide(deal, actor, findings, wanted)
    },
  }
}
