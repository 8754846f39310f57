import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { passkeys, recoveryCodes, totpFactors } from '../../../platform/database/tables/second-factors.ts'
import { sessions } from '../../../platform/database/tables/sessions.ts'
import { users } from '../../../platform/database/tables/users.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
type NewTotp = typeof totpFactors.$inferInsert

export type FactorsStore = ReturnType<typeof createFactorsStore>

export const createFactorsStore = ({ db }: Database) => {
  const mine = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

  return {
    totp: async (userId: string) => (await db.select().from(totpFactors).where(eq(totpFactors.userId, userId)))[0],
    /** Replaces an app that was not confirmed. False if one is confirmed. */
    putTotp: async (row: NewTotp): Promise<boolean> => {
      const { sealedSecret, sealedWith, createdAt } = row
      const rows = await db
        .insert(totpFactors)
        .values(row)
        .onConflictDoUpdate({
          target: totpFactors.userId,
          set: { sealedSecret, sealedWith, createdAt, lastStep: null },
          setWhere: isNull(totpFactors.confirmedAt),
        })
        .returning({ userId: totpFactors.userId })
      return rows.length > 0
    },
    /** False if it is confirmed already, or was replaced by another secret. */
    confirmTotp: async (userId: string, sealedSecret: string, step: number, confirmedAt: Date): Promise<boolean> => {
      const rows = await db
        .update(totpFactors)
        .set({ confirmedAt, lastStep: step })
        .where(
          and(
            eq(totpFactors.userId, userId),
            eq(totpFactors.sealedSecret, sealedSecret),
            isNull(totpFactors.confirmedAt),
          ),
        )
        .returning({ userId: totpFactors.userId })
      return rows.length > 0
    },
    /** False if a code of this step or a later one was used: of parallel calls with one code, one succeeds. */
    useStep: async (userId: string, step: number): Promise<boolean> => {
      const rows = await db
        .update(totpFactors)
        .set({ lastStep: step })
        .where(
          and(
            eq(totpFactors.userId, userId),
            isNotNull(totpFactors.confirmedAt),
            or(isNull(totpFactors.lastStep), lt(totpFactors.lastStep, step)),
          ),
        )
        .returning({ userId: totpFactors.userId })
      return rows.length > 0
    },
    removeTotp: async (userId: string): Promise<boolean> => {
      const rows = await db
        .delete(totpFactors)
        .where(and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt)))
        .returning({ userId: totpFactors.userId })
      return rows.length > 0
    },
    /** Secrets that are encrypted with another secret than the one in use, a limited number per call. */
    sealedOtherwise: (sealedWith: string, after: string, limit: number) =>
      db
        .select({ userId: totpFactors.userId, sealedSecret: totpFactors.sealedSecret })
        .from(totpFactors)
        .where(and(ne(totpFactors.sealedWith, sealedWith), gt(totpFactors.userId, after)))
        .orderBy(asc(totpFactors.userId))
        .limit(limit),
    reseal: (userId: string, former: string, sealedSecret: string, sealedWith: string) =>
      db
        .update(totpFactors)
        .set({ sealedSecret, sealedWith })
        .where(and(eq(totpFactors.userId, userId), eq(totpFactors.sealedSecret, former))),

    recoveryCodesLeft: async (userId: string): Promise<number> =>
      (await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)))[0]?.left ?? 0,
    replaceRecoveryCodes: async (userId: string, digests: readonly string[]): Promise<void> => {
      await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
      if (digests.length > 0) await db.insert(recoveryCodes).values(digests.map((digest) => ({ userId, digest })))
    },
    /** Of parallel calls with one code, one succeeds. */
    takeRecoveryCode: async (userId: string, digest: string): Promise<boolean> => {
      const rows = await db
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.digest, digest)))
        .returning({ digest: recoveryCodes.digest })
      return rows.length > 0
    },

    /** At most as many as an account can have. */
    passkeysOf: (userId: string): Promise<PasskeyRow[]> =>
      db
        .select()
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(desc(passkeys.createdAt), desc(passkeys.id)),
    passkeyByCredential: async (credentialId: string): Promise<PasskeyRow | undefined> =>
      (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0],
    addPasskey: (row: PasskeyRow) => db.insert(passkeys).values(row),
    passkey: async (userId: string, id: string): Promise<PasskeyRow | undefined> =>
      (await db.select().from(passkeys).where(mine(userId, id)).for('update'))[0],
    renamePasskey: async (userId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
      (
        await db
          .update(passkeys)
          .set({ name, version: sql`${passkeys.version} + 1` })
          .where(mine(userId, id))
          .returning()
      )[0],
    removePasskey: (userId: string, id: string) => db.delete(passkeys).where(mine(userId, id)),
    /** False if it was used with this counter or a later one in the meantime. */
    usePasskey: async (
      { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
      newCounter: number,
      at: Date,
    ): Promise<boolean> => {
      const rows = await db
        .update(passkeys)
        .set({ counter: newCounter, lastUsedAt: at })
        .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
        .returning({ id: passkeys.id })
      return rows.length > 0
    },

    /** Deletes every factor of the user. */
    removeAll: async (userId: string): Promise<void> => {
      await db.delete(totpFactors).where(eq(totpFactors.userId, userId))
      await db.delete(passkeys).where(eq(passkeys.userId, userId))
    },
    /**
     * Call after each change of the factors, with the user locked. Without a factor the recovery codes go too: they
     * would otherwise work again with the next one.
     */
    updateMark: async (userId: string, updatedAt: Date): Promise<boolean> => {
      const [row] = await db
        .update(users)
        .set({
          hasSecondFactor: sql`EXISTS (SELECT FROM totp_factors t WHERE t.user_id = ${userId} AND t.confirmed_at IS NOT NULL)
            OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = ${userId})`,
          updatedAt,
        })
        .where(eq(users.id, userId))
        .returning({ hasSecondFactor: users.hasSecondFactor })
      const has = row?.hasSecondFactor === true
      if (!has) await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
      return has
    },

    confirmSession: (sessionId: string, confirmedAt: Date) =>
      db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, sessionId)),
  }
}
