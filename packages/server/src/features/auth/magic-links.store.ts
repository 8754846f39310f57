import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { magicLinks } from '../../platform/database/tables/email-proofs.ts'

export type MagicLinksStore = ReturnType<typeof createMagicLinksStore>

export const createMagicLinksStore = ({ db }: Database) => {
  const good = (tokenHash: string, now: Date) =>
    and(eq(magicLinks.tokenHash, tokenHash), gt(magicLinks.expiresAt, now), isNotNull(magicLinks.userId))

  return {
    add: (row: typeof magicLinks.$inferInsert) => db.insert(magicLinks).values(row),
    /** The user of a valid link. */
    userOf: async (tokenHash: string, now: Date): Promise<string | undefined> => {
      const [row] = await db.select({ userId: magicLinks.userId }).from(magicLinks).where(good(tokenHash, now))
      return row?.userId ?? undefined
    },
    /** Consumes a valid link: only one of several parallel requests gets it. */
    take: async (tokenHash: string, now: Date): Promise<{ userId: string; email: string } | undefined> => {
      const [row] = await db.delete(magicLinks).where(good(tokenHash, now)).returning()
      return row === undefined || row.userId === null ? undefined : { userId: row.userId, email: row.email }
    },
    /** Removes expired links, a limited number per call. */
    sweep: (expiredBefore: Date) =>
      db.execute(
        sql`DELETE FROM magic_links WHERE ctid IN
          (SELECT ctid FROM magic_links WHERE expires_at < ${expiredBefore.toISOString()} LIMIT 1000)`,
      ),
  }
}
