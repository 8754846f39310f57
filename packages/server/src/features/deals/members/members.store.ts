import type { DealRole } from '@deal-canvas/contract'
import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { type AfterPerson, peopleAfter, verifiedFirst } from '../../../platform/database/people-order.ts'
import { dealMembers, deals } from '../../../platform/database/tables/deals.ts'
import { orgMembers } from '../../../platform/database/tables/orgs.ts'
import { userEmails, users } from '../../../platform/database/tables/users.ts'

export type DealMembersStore = ReturnType<typeof createDealMembersStore>

export interface DealMemberRow {
  userId: string
  displayName: string
  email: string | null
  emailVerified: boolean
  avatarUrl: string | null
  role: DealRole
  joinedAt: Date
}

interface MembersPage {
  after: AfterPerson | undefined
  limit: number
}

export const createDealMembersStore = ({ db }: Database) => {
  const isMember = (dealId: string, userId: string) =>
    and(eq(dealMembers.dealId, dealId), eq(dealMembers.userId, userId))
  const person = {
    userId: users.id,
    displayName: users.displayName,
    email: userEmails.email,
    emailVerified: users.emailVerified,
    avatarUrl: users.avatarUrl,
  }
  const people = () =>
    db
      .select({ ...person, role: dealMembers.role, joinedAt: dealMembers.createdAt })
      .from(dealMembers)
      .innerJoin(users, eq(users.id, dealMembers.userId))
      .leftJoin(userEmails, and(eq(userEmails.userId, users.id), userEmails.isPrimary))

  return {
    page: (dealId: string, { after, limit }: MembersPage): Promise<DealMemberRow[]> =>
      people()
        .where(and(eq(dealMembers.dealId, dealId), peopleAfter([dealMembers.createdAt, dealMembers.userId], after)))
        .orderBy(...verifiedFirst([dealMembers.createdAt, dealMembers.userId]))
        .limit(limit),
    member: async (dealId: string, userId: string): Promise<DealMemberRow | undefined> =>
      (await people().where(isMember(dealId, userId)))[0],
    hasOtherOwner: async (dealId: string, userId: string): Promise<boolean> =>
      (
        await db
          .select({ userId: dealMembers.userId })
          .from(dealMembers)
          .where(and(eq(dealMembers.dealId, dealId), eq(dealMembers.role, 'owner'), ne(dealMembers.userId, userId)))
          .limit(1)
      ).length > 0,
    /** Finds an active user who belongs to the organization. */
    colleague: async (orgId: string, userId: string) =>
      (
        await db
          .select(person)
          .from(orgMembers)
          .innerJoin(users, eq(users.id, orgMembers.userId))
          .leftJoin(userEmails, and(eq(userEmails.userId, users.id), userEmails.isPrimary))
          .where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.userId, userId), eq(users.status, 'active')))
      )[0],

    add: (row: typeof dealMembers.$inferInsert) => db.insert(dealMembers).values(row),
    saveRole: (dealId: string, userId: string, role: DealRole, bySuperadmin: boolean) =>
      db.update(dealMembers).set({ role, bySuperadmin }).where(isMember(dealId, userId)),
    remove: (dealId: string, userId: string) => db.delete(dealMembers).where(isMember(dealId, userId)),
    /** The creator's quota is charged for the deal and its files if it belongs to no organization. */
    saveCreator: (dealId: string, userId: string) =>
      db.update(deals).set({ createdBy: userId }).where(eq(deals.id, dealId)),
  }
}
