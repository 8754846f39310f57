import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { asRefusal } from './as-refusal.ts'
import type { PageOf, PeoplePage } from './members.store.ts'
import { readTeamName } from './names.ts'
import type { Orgs } from './orgs.service.ts'
import type { CountedTeam, TeamsStore } from './teams.store.ts'

interface Deps {
  store: TeamsStore
  orgs: Pick<Orgs, 'change'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

export interface TeamPath {
  orgId: string
  teamId: string
}

export interface Place extends TeamPath {
  userId: string
}

const nameTaken = { teams_name: 'team_name_taken' } as const

export type Teams = ReturnType<typeof createTeams>

/** Groups of members of an organization. */
export const createTeams = ({ store, orgs, adminLog, now }: Deps) => {
  const find = async ({ orgId, teamId }: TeamPath): Promise<CountedTeam> =>
    (isId(teamId) ? await store.team(orgId, teamId) : undefined) ?? refuse('team_not_found')

  const teamTarget = (teamId: string) => ({ type: 'team', id: teamId })

  return {
    page: (orgId: string, wanted: PageOf) => store.page(orgId, { ...wanted, limit: wanted.limit + 1 }),

    create: (actor: Actor, orgId: string, given: string): Promise<CountedTeam> =>
      orgs.change(actor, orgId, 'admin', async () => {
        const name = readTeamName(given)
        const at = now()
        const team = { id: newId(), orgId, name, createdAt: at, updatedAt: at }
        await asRefusal(store.add(team), nameTaken)
        await adminLog.record(actor, { action: 'team.created', target: teamTarget(team.id), orgId, after: { name } })
        return { team, memberCount: 0 }
      }),

    rename: (actor: Actor, { orgId, teamId }: TeamPath, given: string): Promise<CountedTeam> =>
      orgs.change(actor, orgId, 'admin', async () => {
        const name = readTeamName(given)
        const { team } = await find({ orgId, teamId })
        if (name !== team.name) {
          await asRefusal(store.rename(orgId, teamId, name, now()), nameTaken)
          const change = { before: { name: team.name }, after: { name } }
          await adminLog.record(actor, { action: 'team.changed', target: teamTarget(teamId), orgId, ...change })
        }
        return find({ orgId, teamId })
      }),

    remove: (actor: Actor, { orgId, teamId }: TeamPath): Promise<void> =>
      orgs.change(actor, orgId, 'admin', async () => {
        const { team } = await find({ orgId, teamId })
        await store.remove(orgId, teamId)
        const before = { name: team.name }
        await adminLog.record(actor, { action: 'team.removed', target: teamTarget(teamId), orgId, before })
      }),

    members: async ({ orgId, teamId }: TeamPath, wanted: PeoplePage) => {
      await find({ orgId, teamId })
      return store.members(orgId, teamId, { ...wanted, limit: wanted.limit + 1 })
    },

    addMember: (actor: Actor, { orgId, teamId, userId }: Place): Promise<void> =>
      orgs.change(actor, orgId, 'admin', async (_, { bySuperadmin }) => {
        await find({ orgId, teamId })
        const { emailVerified } = (await store.memberOfOrg(orgId, userId)) ?? refuse('member_not_found')
        if (!emailVerified) refuse('email_unverified')
        if (!(await store.addMember(orgId, teamId, userId, { now: now(), bySuperadmin }))) return
        const after = { user_id: userId }
        await adminLog.record(actor, { action: 'team_member.added', target: teamTarget(teamId), orgId, after })
      }),

    removeMember: (actor: Actor, { orgId, teamId, userId }: Place): Promise<void> =>
      orgs.change(actor, orgId, 'admin', async () => {
        await find({ orgId, teamId })
        if (!(await store.removeMember(orgId, teamId, userId))) refuse('member_not_found')
        const before = { user_id: userId }
        await adminLog.record(actor, { action: 'team_member.removed', target: teamTarget(teamId), orgId, before })
      }),

    /**
     * Adds a member of the organization to a team without a permission check; does nothing if the team no longer
     * exists.
     */
    place: (orgId: string, teamId: string, userId: string, bySuperadmin: boolean): Promise<boolean> =>
      store.addMember(orgId, teamId, userId, { now: now(), bySuperadmin }),

    belongsTo: async (teamId: string, orgId: string): Promise<boolean> =>
      isId(teamId) && isId(orgId) && (await store.team(orgId, teamId)) !== undefined,
  }
}
