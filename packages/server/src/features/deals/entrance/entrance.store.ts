import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { superadminGrants } from '../../../platform/database/tables/deals.ts'
import { users } from '../../../platform/database/tables/users.ts'

export type DealEntranceStore = ReturnType<typeof createDealEntranceStore>
export type GrantRow = typeof superadminGrants.$inferSelect

export const createDealEntranceStore = ({ db }: Database) => ({
  addGrant: (grant: GrantRow) => db.insert(superadminGrants).values(grant),

  isSuperadmin: async (userId: string): Promise<boolean> =>
    (
      await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), users.isSuperadmin, eq(users.status, 'active')))
    ).length > 0,

  /** Undefined if this user has no such grant for this deal or is no longer a superadmin. */
  grantEnd: async ({ id, userId, dealId }: Pick<GrantRow, 'id' | 'userId' | 'dealId'>): Promise<Date | undefined> => {
    const [grant] = await db
      .select({ expiresAt: superadminGrants.expiresAt })
      .from(superadminGrants)
      .innerJoin(users, eq(users.id, superadminGrants.userId))
      .where(
        and(
          eq(superadminGrants.id, id),
          eq(superadminGrants.userId, userId),
          eq(superadminGrants.dealId, dealId),
          users.isSuperadmin,
          eq(users.status, 'active'),
        ),
      )
    return grant?.expiresAt
  },

  /** Returns the grants that are still valid. */
  goodAmong: async (ids: readonly string[], at: Date): Promise<Set<string>> => {
    const rows = await db
      .select({ id: superadminGrants.id })
      .from(superadminGrants)
      .innerJoin(users, eq(users.id, superadminGrants.userId))
      .where(and(inArray(superadminGrants.id, [...ids]), gt(superadminGrants.expiresAt, at), users.isSuperadmin))
    return new Set(rows.map(({ id }) => id))
  },

  sweep: (endedBefore: Date) =>
    db.execute(
      sql`DELETE FROM superadmin_grants WHERE id IN (SELECT id FROM superadmin_grants
        WHERE expires_at < ${endedBefore.toISOString()} ORDER BY expires_at LIMIT 1000)`,
    ),
})
