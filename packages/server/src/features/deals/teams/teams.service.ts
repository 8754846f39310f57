import type { DealRole } from '@deal-canvas/contract'
import type { Actor } from '../../../actor.ts'
import { refuse } from '../../../domain-error.ts'
import type { ChangingDeal, DealChanges } from '../../audit-trail/index.ts'
import type { DealTeamsStore, TeamGrantRow } from './teams.store.ts'

interface Deps {
  store: DealTeamsStore
  changes: Pick<DealChanges, 'change'>
}

interface Place {
  dealId: string
  teamId: string
}

const maxNotified = 500

export type DealTeams = ReturnType<typeof createDealTeams>

/** Shares deals with whole teams of their organization. Later team members get access too. */
export const createDealTeams = ({ store, changes }: Deps) => {
  const add = async (deal: ChangingDeal, actor: Actor, teamId: string, role: DealRole): Promise<TeamGrantRow> => {
    const { id: dealId, orgId, name: snippet } = deal.row
    if (orgId === null) return refuse('team_not_found')
    const { name } = (await store.holdTeam(orgId, teamId)) ?? refuse('team_not_found')
    await store.add({ dealId, teamId, role, createdAt: deal.at, bySuperadmin: actor.bySuperadminGrant })
    deal.notify({ type: 'deal_shared', to: await store.membersOf(orgId, teamId, maxNotified), snippet })
    return { teamId, name, role, grantedAt: deal.at }
  }

  return {
    all: store.all,

    put: (actor: Actor, { dealId, teamId }: Place, role: DealRole): Promise<TeamGrantRow> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        const grant = await store.grant(dealId, teamId)
        if (grant?.role === role) return grant
        if (grant !== undefined) await store.saveRole(dealId, teamId, role, actor.bySuperadminGrant)
        const granted = grant === undefined ? await add(deal, actor, teamId, role) : { ...grant, role }
        deal.record('deal.team_granted', { team_id: teamId, role })
        return granted
      }),

    remove: (actor: Actor, { dealId, teamId }: Place): Promise<void> =>
      changes.change(
        actor,
        dealId,
        'owner',
        async (deal) => {
          if (!(await store.remove(dealId, teamId))) refuse('team_not_found')
          deal.record('deal.team_removed', { team_id: teamId })
        },
        { evenIfDecided: true },
      ),
  }
}
