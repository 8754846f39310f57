import {
  type DealMember,
  dealMembers,
  dealTeams,
  putDealMember,
  putDealTeam,
  removeDealMember,
  removeDealTeam,
  type TeamGrant,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../../http/handler.ts'
import { presentPeople, readPersonCursor } from '../../../http/people-page.ts'
import type { DealTeams } from '../teams/teams.service.ts'
import type { TeamGrantRow } from '../teams/teams.store.ts'
import type { DealMembers } from './members.service.ts'
import type { DealMemberRow } from './members.store.ts'

export const dealMemberRoutes = ({ members, teams }: { members: DealMembers; teams: DealTeams }): Route[] => [
  handle(dealMembers, async ({ params, query: { limit = 20, cursor } }) => {
    const rows = await members.page(params.deal_id, { after: readPersonCursor(cursor), limit })
    const { items, ...rest } = presentPeople(rows, limit, presentMember)
    return { members: items, ...rest }
  }),
  handle(putDealMember, ({ actor, params, body }) =>
    members.put(actor, { dealId: params.deal_id, userId: params.user_id }, body.role).then(presentMember),
  ),
  handle(removeDealMember, ({ actor, params }) =>
    members.remove(actor, { dealId: params.deal_id, userId: params.user_id }),
  ),
  handle(dealTeams, async ({ params }) => ({ teams: (await teams.all(params.deal_id)).map(presentGrant) })),
  handle(putDealTeam, ({ actor, params, body }) =>
    teams.put(actor, { dealId: params.deal_id, teamId: params.team_id }, body.role).then(presentGrant),
  ),
  handle(removeDealTeam, ({ actor, params }) =>
    teams.remove(actor, { dealId: params.deal_id, teamId: params.team_id }),
  ),
]

const presentMember = (member: DealMemberRow): DealMember => ({
  user_id: member.userId,
  display_name: member.displayName,
  email: member.email,
  email_verified: member.emailVerified,
  avatar_url: member.avatarUrl,
  role: member.role,
  joined_at: member.joinedAt.toISOString(),
})

const presentGrant = (grant: TeamGrantRow): TeamGrant => ({
  team_id: grant.teamId,
  name: grant.name,
  role: grant.role,
  granted_at: grant.grantedAt.toISOString(),
})
