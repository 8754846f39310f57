import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { inviteCodes } from '../../platform/database/tables/invitations.ts'
import { orgs } from '../../platform/database/tables/orgs.ts'

export type InviteCodesStore = ReturnType<typeof createInviteCodesStore>
export type InviteCodeRow = typeof inviteCodes.$inferSelect
export type InviteCodeChange = Partial<Pick<InviteCodeRow, 'isActive' | 'description'>>

export interface InviteCodesPage {
  isActive: boolean | undefined
  orgId: string | undefined
  after: { time: Date; id: string } | undefined
  limit: number
}

export const createInviteCodesStore = ({ db }: Database) => {
  const good = (code: string, now: Date) =>
    and(
      eq(inviteCodes.code, code),
      inviteCodes.isActive,
      sql`(${inviteCodes.expiresAt} IS NULL OR ${inviteCodes.expiresAt} > ${now.toISOString()})`,
      sql`(${inviteCodes.maxUses} IS NULL OR ${inviteCodes.usesCount} < ${inviteCodes.maxUses})`,
      sql`(${inviteCodes.orgId} IS NULL OR EXISTS
        (SELECT 1 FROM orgs WHERE orgs.id = ${inviteCodes.orgId} AND orgs.status = 'active'))`,
    )

  return {
    add: (row: InviteCodeRow) => db.insert(inviteCodes).values(row),
    page: ({ isActive, orgId, after, limit }: InviteCodesPage) =>
      db
        .select()
        .from(inviteCodes)
        .where(
          and(
            isActive === undefined ? undefined : eq(inviteCodes.isActive, isActive),
            orgId === undefined ? undefined : eq(inviteCodes.orgId, orgId),
            olderThan([inviteCodes.createdAt, inviteCodes.id], after),
          ),
        )
        .orderBy(desc(inviteCodes.createdAt), desc(inviteCodes.id))
        .limit(limit),
    lock: async (id: string) => (await db.select().from(inviteCodes).where(eq(inviteCodes.id, id)).for('update'))[0],
    save: (id: string, change: InviteCodeChange) => db.update(inviteCodes).set(change).where(eq(inviteCodes.id, id)),

    isGood: async (code: string, now: Date): Promise<boolean> =>
      (await db.select({ id: inviteCodes.id }).from(inviteCodes).where(good(code, now))).length > 0,
    /** Counts a use if one is left, in a single statement, so that concurrent registrations cannot exceed the limit. */
    use: async (code: string, now: Date) => {
      const rows = await db
        .update(inviteCodes)
        .set({ usesCount: sql`${inviteCodes.usesCount} + 1` })
        .where(good(code, now))
        .returning({ orgId: inviteCodes.orgId, role: inviteCodes.role })
      return rows[0]
    },

    isActiveOrg: async (orgId: string): Promise<boolean> =>
      (
        await db
          .select({ id: orgs.id })
          .from(orgs)
          .where(and(eq(orgs.id, orgId), eq(orgs.status, 'active')))
      ).length > 0,
  }
}
