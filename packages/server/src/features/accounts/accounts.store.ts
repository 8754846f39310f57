import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { scimUsers } from '../../platform/database/tables/scim.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'

export type AccountsStore = ReturnType<typeof createAccountsStore>
/** The fields of an account that its owner can change. */
export type OwnFields = Pick<
  typeof users.$inferSelect,
  'firstName' | 'lastName' | 'displayName' | 'avatarUrl' | 'mailPreferences'
>
type LockedUser = OwnFields & Pick<typeof users.$inferSelect, 'status'>

export const createAccountsStore = (database: Database) => {
  const { db } = database
  const emails = db
    .select()
    .from(userEmails)
    .where(eq(userEmails.userId, sql.placeholder('id')))
    .orderBy(desc(userEmails.isPrimary), asc(userEmails.email))
    .limit(100)
    .prepare('account_emails')

  return {
    emails: (id: string) => emails.execute({ id }),
    lock: async (id: string): Promise<LockedUser | undefined> => {
      const { rows } = await database.query<LockedUser>({
        name: 'account_lock',
        text: `SELECT status, first_name AS "firstName", last_name AS "lastName", display_name AS "displayName",
            avatar_url AS "avatarUrl", mail_preferences AS "mailPreferences"
          FROM users WHERE id = $1 FOR NO KEY UPDATE`,
        values: [id],
      })
      return rows[0]
    },
    /** Inside a transaction; shares a round trip with what follows. */
    save: (
      id: string,
      { firstName, lastName, displayName, avatarUrl, mailPreferences }: OwnFields,
      now: Date,
    ): void => {
      void database.send({
        name: 'account_save',
        text: `UPDATE users SET first_name = $2, last_name = $3, display_name = $4, avatar_url = $5,
            mail_preferences = $6, updated_at = $7
          WHERE id = $1`,
        values: [id, firstName, lastName, displayName, avatarUrl, mailPreferences, now],
      })
    },
    saveNames: async (
      id: string,
      { firstName, lastName, displayName }: Omit<OwnFields, 'avatarUrl' | 'mailPreferences'>,
      now: Date,
    ): Promise<void> => {
      await db.update(users).set({ firstName, lastName, displayName, updatedAt: now }).where(eq(users.id, id))
    },
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
    /** Whether an organization's identity provider decides the names of the person. */
    areNamesManaged: async (userId: string): Promise<boolean> =>
      (
        await db
          .select({ userId: scimUsers.userId })
          .from(scimUsers)
          .where(
            and(
              eq(scimUsers.userId, userId),
              scimUsers.managesNames,
              isNull(scimUsers.suspendedAt),
              isNull(scimUsers.deletedAt),
            ),
          )
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
