import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { newerThan } from '../../platform/database/keyset-cursor.ts'
import { peopleAfter, verifiedFirst } from '../../platform/database/people-order.ts'
import { orgMembers } from '../../platform/database/tables/orgs.ts'
import { teamMembers, teams } from '../../platform/database/tables/teams.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'
import type { MemberRow, PageOf, PeoplePage } from './members.store.ts'

export type TeamsStore = ReturnType<typeof createTeamsStore>
export type TeamRow = typeof teams.$inferSelect
export type CountedTeam = Awaited<ReturnType<TeamsStore['page']>>[number]

const memberCount = sql<number>`(SELECT count(*)::int FROM team_members counted WHERE counted.team_id = teams.id)`

/** Every statement filters by organization, so that a team of another one is treated as missing. */
export const createTeamsStore = (database: Database) => {
  const { db } = database
  const isTeam = (orgId: string, teamId: string) => and(eq(teams.orgId, orgId), eq(teams.id, teamId))

  return {
    page: (orgId: string, { after, limit }: PageOf) =>
      db
        .select({ team: teams, memberCount })
        .from(teams)
        .where(and(eq(teams.orgId, orgId), newerThan([teams.createdAt, teams.id], after)))
        .orderBy(asc(teams.createdAt), asc(teams.id))
        .limit(limit),
    team: async (orgId: string, teamId: string) =>
      (await db.select({ team: teams, memberCount }).from(teams).where(isTeam(orgId, teamId)))[0],
    add: (team: TeamRow) => db.insert(teams).values(team),
    rename: (orgId: string, teamId: string, name: string, now: Date) =>
      db.update(teams).set({ name, updatedAt: now }).where(isTeam(orgId, teamId)),
    remove: (orgId: string, teamId: string) => db.delete(teams).where(isTeam(orgId, teamId)),

    members: (orgId: string, teamId: string, { after, limit }: PeoplePage): Promise<MemberRow[]> =>
      db
        .select({
          userId: teamMembers.userId,
          displayName: users.displayName,
          email: userEmails.email,
          emailVerified: users.emailVerified,
          avatarUrl: users.avatarUrl,
          role: orgMembers.role,
          joinedAt: teamMembers.createdAt,
        })
        .from(teamMembers)
        .innerJoin(orgMembers, and(eq(orgMembers.orgId, teamMembers.orgId), eq(orgMembers.userId, teamMembers.userId)))
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .leftJoin(userEmails, and(eq(userEmails.userId, users.id), userEmails.isPrimary))
        .where(
          and(
            eq(teamMembers.teamId, teamId),
            eq(teamMembers.orgId, orgId),
            peopleAfter([teamMembers.createdAt, teamMembers.userId], after),
          ),
        )
        .orderBy(...verifiedFirst([teamMembers.createdAt, teamMembers.userId]))
        .limit(limit),
    memberOfOrg: async (orgId: string, userId: string): Promise<{ emailVerified: boolean } | undefined> =>
      (
        await db
          .select({ emailVerified: users.emailVerified })
          .from(orgMembers)
          .innerJoin(users, eq(users.id, orgMembers.userId))
          .where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.userId, userId)))
      )[0],
    /** Returns whether the membership is new. Locks the team, so that one deleted concurrently gets no members. */
    addMember: async (
      orgId: string,
      teamId: string,
      userId: string,
      { now, bySuperadmin }: { now: Date; bySuperadmin: boolean },
    ): Promise<boolean> => {
      const { rowCount } = await database.query({
        text: `INSERT INTO team_members (org_id, team_id, user_id, created_at, by_superadmin)
          SELECT org_id, id, $3, $4, $5 FROM teams WHERE org_id = $1 AND id = $2 FOR KEY SHARE
          ON CONFLICT DO NOTHING`,
        values: [orgId, teamId, userId, now, bySuperadmin],
      })
      return rowCount === 1
    },
    removeMember: async (orgId: string, teamId: string, userId: string): Promise<boolean> => {
      const { rowCount } = await db
        .delete(teamMembers)
        .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.orgId, orgId), eq(teamMembers.userId, userId)))
      return rowCount === 1
    },
  }
}
