import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { factorChallenges } from '../../../platform/database/tables/second-factors.ts'

export type ChallengeRow = typeof factorChallenges.$inferSelect

export type ChallengesStore = ReturnType<typeof createChallengesStore>

export const createChallengesStore = ({ db }: Database) => {
  const good = (digest: string, purpose: ChallengeRow['purpose'], now: Date) =>
    and(eq(factorChallenges.digest, digest), eq(factorChallenges.purpose, purpose), gt(factorChallenges.expiresAt, now))

  return {
    add: (row: ChallengeRow) => db.insert(factorChallenges).values(row),
    /** Counts a try; undefined if no try is left. */
    countTry: async (
      digest: string,
      purpose: ChallengeRow['purpose'],
      { now, maxTries }: { now: Date; maxTries: number },
    ): Promise<ChallengeRow | undefined> =>
      (
        await db
          .update(factorChallenges)
          .set({ tries: sql`${factorChallenges.tries} + 1` })
          .where(and(good(digest, purpose, now), lt(factorChallenges.tries, maxTries)))
          .returning()
      )[0],
    /** Consumes the challenge: only one of several parallel requests gets it. */
    take: async (digest: string, purpose: ChallengeRow['purpose'], now: Date): Promise<ChallengeRow | undefined> =>
      (
        await db
          .delete(factorChallenges)
          .where(good(digest, purpose, now))
          .returning()
      )[0],
    removeOf: (userId: string) => db.delete(factorChallenges).where(eq(factorChallenges.userId, userId)),
    /** Removes expired challenges, a limited number per call. */
    sweep: (expiredBefore: Date) =>
      db.execute(
        sql`DELETE FROM factor_challenges WHERE digest IN
          (SELECT digest FROM factor_challenges WHERE expires_at < ${expiredBefore.toISOString()} LIMIT 1000)`,
      ),
  }
}
