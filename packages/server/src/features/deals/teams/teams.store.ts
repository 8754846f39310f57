import type { DealRole } from '@deal-canvas/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { dealTeams } from '../../../platform/database/tables/deals.ts'
import { teamMembers, teams } from '../../../platform/database/tables/teams.ts'

export type DealTeamsStore = ReturnType<typeof createDealTeamsStore>

const maxListed = 500

export interface TeamGrantRow {
  teamId: string
  name: string
  role: DealRole
  grantedAt: Date
}

export const createDealTeamsStore = ({ db }: Database) => {
  const isGrant = (dealId: string, teamId: string) => and(eq(dealTeams.dealId, dealId), eq(dealTeams.teamId, teamId))
  const granted = () =>
    db
      .select({ teamId: teams.id, name: teams.name, role: dealTeams.role, grantedAt: dealTeams.createdAt })
      .from(dealTeams)
      .innerJoin(teams, eq(teams.id, dealTeams.teamId))

  return {
    all: (dealId: string): Promise<TeamGrantRow[]> =>
      granted()
        .where(eq(dealTeams.dealId, dealId))
        .orderBy(asc(dealTeams.createdAt), asc(dealTeams.teamId))
        .limit(maxListed),
    grant: async (dealId: string, teamId: string): Promise<TeamGrantRow | undefined> =>
      (await granted().where(isGrant(dealId, teamId)))[0],
    /** Locks the team, so that it is not deleted while the deal is shared with it. */
    holdTeam: async (orgId: string, teamId: string) =>
      (
        await db
          .select({ name: teams.name })
          .from(teams)
          .where(and(eq(teams.orgId, orgId), eq(teams.id, teamId)))
          .for('key share')
      )[0],
    /** Returns the members who joined first. */
    membersOf: async (orgId: string, teamId: string, limit: number): Promise<string[]> => {
      const rows = await db
        .select({ userId: teamMembers.userId })
        .from(teamMembers)
        .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.orgId, orgId)))
        .orderBy(asc(teamMembers.createdAt), asc(teamMembers.userId))
        .limit(limit)
      return rows.map(({ userId }) => userId)
    },

    add: (row: typeof dealTeams.$inferInsert) => db.insert(dealTeams).values(row),
    saveRole: (dealId: string, teamId: string, role: DealRole, bySuperadmin: boolean) =>
      db.update(dealTeams).set({ role, bySuperadmin }).where(isGrant(dealId, teamId)),
    remove: async (dealId: string, teamId: string): Promise<boolean> =>
      (await db.delete(dealTeams).where(isGrant(dealId, teamId))).rowCount === 1,
  }
}
