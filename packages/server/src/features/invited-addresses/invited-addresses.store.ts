import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { markedName } from '../../platform/database/marked-name.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'

export const createInvitedAddressesStore = ({ db }: Database) => ({
  /** Includes a mark if the user has not confirmed the address. */
  nameInMails: async (userId: string): Promise<string> => {
    const name = sql<string>`${sql.raw(markedName('users'))}`
    return (await db.select({ name }).from(users).where(eq(users.id, userId)))[0]?.name ?? ''
  },
  /** How an address belongs to a user; undefined if it does not. */
  addressOf: async (userId: string, email: string) =>
    (
      await db
        .select({
          verifiedAt: userEmails.verifiedAt,
          canSignIn: userEmails.canSignIn,
          replaces: userEmails.replaces,
          heldElsewhere: sql<boolean>`EXISTS (SELECT 1 FROM user_emails held
            WHERE held.email = user_emails.email AND held.verified_at IS NOT NULL
              AND held.user_id <> user_emails.user_id)`,
        })
        .from(userEmails)
        .where(and(eq(userEmails.userId, userId), eq(userEmails.email, email)))
    )[0],
  confirmAddress: (userId: string, email: string, now: Date) =>
    db
      .update(userEmails)
      .set({ verifiedAt: now })
      .where(and(eq(userEmails.userId, userId), eq(userEmails.email, email))),
})
