import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'

export type AccountsStore = ReturnType<typeof createAccountsStore>
export type UserChange = Partial<
  Pick<typeof users.$inferInsert, 'firstName' | 'lastName' | 'displayName' | 'avatarUrl' | 'mailPreferences'>
>

export const createAccountsStore = ({ db }: Database) => {
  const user = db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account_user')
  const emails = db
    .select()
    .from(userEmails)
    .where(eq(userEmails.userId, sql.placeholder('id')))
    .orderBy(desc(userEmails.isPrimary), asc(userEmails.email))
    .limit(100)
    .prepare('account_emails')

  return {
    user: async (id: string) => (await user.execute({ id }))[0],
    emails: (id: string) => emails.execute({ id }),
    lock: async (id: string) => (await db.select().from(users).where(eq(users.id, id)).for('no key update'))[0],
    save: (id: string, change: UserChange, now: Date) =>
      db
        .update(users)
        .set({ ...change, updatedAt: now })
        .where(eq(users.id, id)),
    add: (row: typeof users.$inferInsert) => db.insert(users).values(row),
    addEmail: (row: typeof userEmails.$inferInsert) => db.insert(userEmails).values(row),
    isEmpty: async (): Promise<boolean> => (await db.select({ id: users.id }).from(users).limit(1)).length === 0,
    /** Whether an account has verified the address. */
    isHeld: async (email: string): Promise<boolean> =>
      (
        await db
          .select({ id: userEmails.userId })
          .from(userEmails)
          .where(and(eq(userEmails.email, email), isNotNull(userEmails.verifiedAt)))
          .limit(1)
      ).length > 0,
    hasDemo: async (): Promise<boolean> =>
      (await db.select({ id: users.id }).from(users).where(eq(users.isDemo, true)).limit(1)).length > 0,
    hasRealSuperadmin: async (): Promise<boolean> =>
      (
        await db
          .select({ id: users.id })
          .from(users)
          .where(sql`${users.isSuperadmin} AND NOT ${users.isDemo} AND ${users.status} <> 'deleted'`)
          .limit(1)
      ).length > 0,
  }
}
