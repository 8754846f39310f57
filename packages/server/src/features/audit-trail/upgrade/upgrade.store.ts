import { auditEvents, auditEventTypes, externalEventPrefix } from '@deal-canvas/contract'
import type { Database } from '../../../platform/database/database.ts'
import { auditUpgrade } from '../../../platform/database/tables/journal.ts'
import type { SignedStatement } from './upgrade-statement.ts'

const signedAgeTypes = auditEventTypes.filter((type) => auditEvents[type].area === 'audit')

export type UpgradeStore = ReturnType<typeof createUpgradeStore>

/** The signed statement of this installation's upgrade to signed heads. */
export const createUpgradeStore = (database: Database) => {
  const { db } = database
  const find = async (): Promise<SignedStatement | undefined> => {
    const [row] = await db
      .select({ at: auditUpgrade.at, covers: auditUpgrade.covers, signature: auditUpgrade.signature })
      .from(auditUpgrade)
    return row
  }
  return {
    find,

    /** Returns the stored statement: if several nodes start together, the first one wins. */
    add: async (statement: SignedStatement): Promise<SignedStatement> => {
      await db
        .insert(auditUpgrade)
        .values({ id: 1, ...statement })
        .onConflictDoNothing()
      return (await find()) ?? statement
    },

    /**
     * Whether the installation had users before, and whether a version with heads or digests ran on it. Scans the whole
     * audit trail table, once.
     */
    signs: async (): Promise<{ hasPeople: boolean; hasHeadsOrDigests: boolean }> => {
      const { rows } = await database.query<{ hasPeople: boolean; hasHeadsOrDigests: boolean }>({
        text: `SELECT EXISTS (SELECT 1 FROM users) AS "hasPeople",
          EXISTS (SELECT 1 FROM audit_heads) OR EXISTS (
            SELECT 1 FROM journal WHERE type = ANY($1::text[])
              OR (NOT starts_with(type, $2) AND data ~ '"(digest|digests|numbers_digest)":')
          ) AS "hasHeadsOrDigests"`,
        values: [signedAgeTypes, externalEventPrefix],
      })
      return { hasPeople: rows[0]?.hasPeople ?? false, hasHeadsOrDigests: rows[0]?.hasHeadsOrDigests ?? false }
    },
  }
}
