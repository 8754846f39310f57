import {
  addTeamMember,
  createTeam,
  removeTeam,
  removeTeamMember,
  renameTeam,
  type Team,
  teamMembers,
  teams as teamsOperation,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import { readPersonCursor } from '../../http/people-page.ts'
import { presentMembers } from './presenters.ts'
import type { Teams } from './teams.service.ts'
import type { CountedTeam } from './teams.store.ts'

export const teamRoutes = ({ teams }: { teams: Teams }): Route[] => [
  handle(teamsOperation, async ({ params, query: { limit = 20, cursor } }) => {
    const rows = await teams.page(params.org_id, { after: readCursor(cursor), limit })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentTeam,
      keyOf: ({ team }) => [team.createdAt, team.id],
    })
    return { teams: items, ...rest }
  }),
  handle(createTeam, ({ actor, params, body }) => teams.create(actor, params.org_id, body.name).then(presentTeam)),
  handle(renameTeam, ({ actor, params, body }) =>
    teams.rename(actor, { orgId: params.org_id, teamId: params.team_id }, body.name).then(presentTeam),
  ),
  handle(removeTeam, ({ actor, params }) => teams.remove(actor, { orgId: params.org_id, teamId: params.team_id })),
  handle(teamMembers, async ({ params, query: { limit = 20, cursor } }) => {
    const path = { orgId: params.org_id, teamId: params.team_id }
    return presentMembers(await teams.members(path, { after: readPersonCursor(cursor), limit }), limit)
  }),
  handle(addTeamMember, ({ actor, params }) => teams.addMember(actor, placeOf(params))),
  handle(removeTeamMember, ({ actor, params }) => teams.removeMember(actor, placeOf(params))),
]

const placeOf = ({ org_id, team_id, user_id }: { org_id: string; team_id: string; user_id: string }) => ({
  orgId: org_id,
  teamId: team_id,
  userId: user_id,
})

const presentTeam = ({ team, memberCount }: CountedTeam): Team => ({
  id: team.id,
  org_id: team.orgId,
  name: team.name,
  member_count: memberCount,
  created_at: team.createdAt.toISOString(),
  updated_at: team.updatedAt.toISOString(),
})
