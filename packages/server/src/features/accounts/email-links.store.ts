import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { emailCodes } from '../../platform/database/tables/email-proofs.ts'
import { userEmails } from '../../platform/database/tables/users.ts'

export type EmailLinksStore = ReturnType<typeof createEmailLinksStore>

export const createEmailLinksStore = ({ db }: Database) => {
  const codeOf = (userId: string, email: string) => and(eq(emailCodes.userId, userId), eq(emailCodes.email, email))

  return {
    /** Replaces the previous code and resets its tries. */
    putCode: (row: typeof emailCodes.$inferInsert) => {
      const { codeDigest, tries, createdAt, expiresAt } = row
      return db
        .insert(emailCodes)
        .values(row)
        .onConflictDoUpdate({
          target: [emailCodes.userId, emailCodes.email],
          set: { codeDigest, tries, createdAt, expiresAt },
        })
    },
    /** Counts a try and returns the digest to compare with, or nothing if no tries are left. */
    countTry: async (userId: string, email: string, maxTries: number) => {
      const rows = await db
        .update(emailCodes)
        .set({ tries: sql`${emailCodes.tries} + 1` })
        .where(and(codeOf(userId, email), lt(emailCodes.tries, maxTries)))
        .returning({ digest: emailCodes.codeDigest, expiresAt: emailCodes.expiresAt })
      return rows[0]
    },
    /** Consumes the code: only one of several parallel requests gets it. */
    takeCode: async (userId: string, email: string, digest: string): Promise<boolean> => {
      const rows = await db
        .delete(emailCodes)
        .where(and(codeOf(userId, email), eq(emailCodes.codeDigest, digest)))
        .returning({ email: emailCodes.email })
      return rows.length > 0
    },
    addVerified: (row: { userId: string; email: string; isPrimary: boolean; verifiedAt: Date }) =>
      db
        .insert(userEmails)
        .values({ ...row, canSignIn: true, createdAt: row.verifiedAt })
        .onConflictDoUpdate({
          target: [userEmails.userId, userEmails.email],
          set: { canSignIn: true, verifiedAt: row.verifiedAt, passwordTag: null, replaces: null },
        }),
    remove: async (userId: string, email: string): Promise<void> => {
      await db.delete(userEmails).where(and(eq(userEmails.userId, userId), eq(userEmails.email, email)))
      await db
        .update(userEmails)
        .set({ replaces: null })
        .where(and(eq(userEmails.userId, userId), eq(userEmails.replaces, email)))
      await db.delete(emailCodes).where(codeOf(userId, email))
    },
    /** Removes expired codes, a limited number per call. */
    sweep: (expiredBefore: Date) =>
      db.execute(
        sql`DELETE FROM email_codes WHERE ctid IN
          (SELECT ctid FROM email_codes WHERE expires_at < ${expiredBefore.toISOString()} LIMIT 1000)`,
      ),
  }
}
