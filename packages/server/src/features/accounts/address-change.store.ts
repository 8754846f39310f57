import { and, eq, isNotNull, isNull, ne, not, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'

export type AddressChangeStore = ReturnType<typeof createAddressChangeStore>

export const createAddressChangeStore = ({ db }: Database) => {
  const mine = (userId: string, email: string) => and(eq(userEmails.userId, userId), eq(userEmails.email, email))

  return {
    /** Locks the user's row and returns the addresses, so that linking, removing and changing them is serialized. */
    lockAddresses: async (userId: string) => {
      const found = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
      if (found.length === 0) return undefined
      return db.select().from(userEmails).where(eq(userEmails.userId, userId))
    },
    isHeldElsewhere: async (userId: string, email: string): Promise<boolean> =>
      (
        await db
          .select({ id: userEmails.userId })
          .from(userEmails)
          .where(and(eq(userEmails.email, email), isNotNull(userEmails.verifiedAt), ne(userEmails.userId, userId)))
          .limit(1)
      ).length > 0,
    /** Removes earlier proposals that were never verified. */
    dropProposals: (userId: string) =>
      db
        .delete(userEmails)
        .where(and(eq(userEmails.userId, userId), isNull(userEmails.verifiedAt), not(userEmails.canSignIn))),
    /** Two steps, because a unique index allows only one primary address per user at any moment. */
    makePrimary: async (userId: string, email: string): Promise<void> => {
      await db.update(userEmails).set({ isPrimary: false }).where(eq(userEmails.userId, userId))
      await db.update(userEmails).set({ isPrimary: true }).where(mine(userId, email))
    },
    propose: (row: { userId: string; email: string; replaces: string | null; createdAt: Date }) =>
      db
        .insert(userEmails)
        .values({ ...row, isPrimary: false, canSignIn: false, verifiedAt: null })
        .onConflictDoUpdate({
          target: [userEmails.userId, userEmails.email],
          set: { replaces: sql`excluded.replaces` },
        }),
    touchUser: (userId: string, now: Date) => db.update(users).set({ updatedAt: now }).where(eq(users.id, userId)),
    /**
     * Stops sign-ins with the address and frees it for the next account that verifies it. An unverified claim holds
     * nothing and stays.
     */
    releasePrimary: (userId: string) =>
      db
        .update(userEmails)
        .set({ canSignIn: false, verifiedAt: null })
        .where(and(eq(userEmails.userId, userId), userEmails.isPrimary, isNotNull(userEmails.verifiedAt))),
    removeOthers: (userId: string) =>
      db.delete(userEmails).where(and(eq(userEmails.userId, userId), not(userEmails.isPrimary))),
    takeBackPrimary: (userId: string, verifiedAt: Date) =>
      db
        .update(userEmails)
        .set({ canSignIn: true, verifiedAt })
        .where(and(eq(userEmails.userId, userId), userEmails.isPrimary)),
  }
}
