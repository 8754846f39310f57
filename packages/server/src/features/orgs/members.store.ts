import type { OrgRole } from '@deal-canvas/contract'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { type AfterPerson, peopleAfter, verifiedFirst } from '../../platform/database/people-order.ts'
import { roleCounts } from '../../platform/database/role-counts.ts'
import { orgInvitations } from '../../platform/database/tables/invitations.ts'
import { orgMembers, orgs } from '../../platform/database/tables/orgs.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'

export type MembersStore = ReturnType<typeof createMembersStore>

export interface MemberRow {
  userId: string
  displayName: string
  email: string | null
  emailVerified: boolean
  avatarUrl: string | null
  role: OrgRole
  joinedAt: Date
}

export interface PeoplePage {
  after: AfterPerson | undefined
  limit: number
}

export interface PageOf {
  after: { time: Date; id: string } | undefined
  limit: number
}

export const createMembersStore = (database: Database) => {
  const { db } = database
  const isMember = (orgId: string, userId: string) => and(eq(orgMembers.orgId, orgId), eq(orgMembers.userId, userId))
  const people = () =>
    db
      .select({
        userId: orgMembers.userId,
        displayName: users.displayName,
        email: userEmails.email,
        emailVerified: users.emailVerified,
        avatarUrl: users.avatarUrl,
        role: orgMembers.role,
        joinedAt: orgMembers.createdAt,
      })
      .from(orgMembers)
      .innerJoin(users, eq(users.id, orgMembers.userId))
      .leftJoin(userEmails, and(eq(userEmails.userId, users.id), userEmails.isPrimary))
  const isTrue = async (text: string, values: string[]): Promise<boolean> =>
    (await database.query<{ said: boolean }>({ text, values })).rows[0]?.said === true

  return {
    page: (orgId: string, { after, limit }: PeoplePage): Promise<MemberRow[]> =>
      people()
        .where(and(eq(orgMembers.orgId, orgId), peopleAfter([orgMembers.createdAt, orgMembers.userId], after)))
        .orderBy(...verifiedFirst([orgMembers.createdAt, orgMembers.userId]))
        .limit(limit),
    member: async (orgId: string, userId: string): Promise<MemberRow | undefined> =>
      (await people().where(isMember(orgId, userId)))[0],
    hasOtherOwner: async (orgId: string, userId: string): Promise<boolean> =>
      (
        await db
          .select({ userId: orgMembers.userId })
          .from(orgMembers)
          .where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.role, 'owner'), ne(orgMembers.userId, userId)))
          .limit(1)
      ).length > 0,

    add: (row: typeof orgMembers.$inferInsert) => db.insert(orgMembers).values(row),
    saveRole: (orgId: string, userId: string, role: OrgRole, bySuperadmin: boolean) =>
      db.update(orgMembers).set({ role, bySuperadmin }).where(isMember(orgId, userId)),
    /** Team memberships are deleted by cascade. */
    remove: (orgId: string, userId: string) => db.delete(orgMembers).where(isMember(orgId, userId)),
    endDealPlaces: (orgId: string, userId: string) =>
      db.execute(
        sql`DELETE FROM deal_members m USING deals d
          WHERE d.id = m.deal_id AND d.org_id = ${orgId} AND m.user_id = ${userId}`,
      ),

    /** In a fixed order, so that two users leaving at once cannot deadlock. */
    lockOrgsOf: (userId: string) =>
      db
        .select({ id: orgs.id })
        .from(orgs)
        .where(sql`${orgs.id} IN (SELECT org_id FROM org_members WHERE user_id = ${userId})`)
        .orderBy(asc(orgs.id))
        .for('no key update'),
    isLastOwnerAnywhere: (userId: string): Promise<boolean> =>
      isTrue(
        `SELECT EXISTS (
          SELECT 1 FROM org_members mine JOIN orgs o ON o.id = mine.org_id
          WHERE mine.user_id = $1 AND mine.role = 'owner' AND o.status = 'active' AND NOT EXISTS (
            SELECT 1 FROM org_members other
            WHERE other.org_id = mine.org_id AND other.role = 'owner' AND other.user_id <> $1)) AS said`,
        [userId],
      ),
    /**
     * Closes invitations sent by a user who was removed or demoted, so that the user cannot return through one of them.
     */
    closeInvitationsBy: (userId: string, now: Date, orgId?: string) =>
      db
        .update(orgInvitations)
        .set({ closedAt: now })
        .where(
          and(
            orgId === undefined
              ? sql`${orgInvitations.orgId} IN (SELECT org_id FROM org_members WHERE user_id = ${userId})`
              : eq(orgInvitations.orgId, orgId),
            eq(orgInvitations.invitedBy, userId),
            isNull(orgInvitations.closedAt),
          ),
        ),
    removeEverywhere: (userId: string) => db.delete(orgMembers).where(eq(orgMembers.userId, userId)),
    endAllDealPlaces: (userId: string) =>
      db.execute(
        sql`DELETE FROM deal_members m USING deals d
          WHERE d.id = m.deal_id AND d.org_id IS NOT NULL AND m.user_id = ${userId}`,
      ),

    administersAllOrgsOf: (adminId: string, userId: string): Promise<boolean> =>
      isTrue(
        `SELECT count(*) > 0 AND count(*) = count(mine.user_id) AS said
        FROM org_members theirs LEFT JOIN org_members mine
          ON mine.org_id = theirs.org_id AND mine.user_id = $1 AND mine.role IN ('admin', 'owner')
            AND ${roleCounts('mine')}
        WHERE theirs.user_id = $2`,
        [adminId, userId],
      ),
    shareAdministration: (adminId: string, userId: string): Promise<boolean> =>
      isTrue(
        `SELECT EXISTS (
          SELECT 1 FROM org_members theirs
          JOIN org_members mine ON mine.org_id = theirs.org_id AND mine.user_id = $1 AND mine.role IN ('admin', 'owner')
            AND ${roleCounts('mine')}
          JOIN orgs o ON o.id = theirs.org_id AND o.status = 'active'
          WHERE theirs.user_id = $2) AS said`,
        [adminId, userId],
      ),
  }
}
