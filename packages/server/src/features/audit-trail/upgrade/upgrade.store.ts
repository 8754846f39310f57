import type { Database } from '../../../platform/database/database.ts'
import { auditUpgrade } from '../../../platform/database/tables/journal.ts'
import type { SignedStatement } from './upgrade-statement.ts'

export type UpgradeStore = ReturnType<typeof createUpgradeStore>

/** What this installation said, once, of its upgrade to signed heads. */
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

    /** Answers the one that stands: of nodes that start together one is first. */
    add: async (statement: SignedStatement): Promise<SignedStatement> => {
      await db
        .insert(auditUpgrade)
        .values({ id: 1, ...statement })
        .onConflictDoNothing()
      return (await find()) ?? statement
    },

    /** Whether anybody was here before, and whether a version with heads or digests was. Reads the whole journal, once. */
    signs: async (): Promise<{ hasPeople: boolean; hasHeadsOrDigests: boolean }> => {
      const { rows } = await database.query<{ hasPeople: boolean; hasHeadsOrDigests: boolean }>({
        text: `SELECT EXISTS (SELECT 1 FROM users) AS "hasPeople",
          EXISTS (SELECT 1 FROM audit_heads) OR EXISTS (
            SELECT 1 FROM journal WHERE type LIKE 'audit.%'
              OR (type NOT LIKE 'ext.%' AND data ~ '"(digest|digests|numbers_digest)":')
          ) AS "hasHeadsOrDigests"`,
      })
      return { hasPeople: rows[0]?.hasPeople ?? false, hasHeadsOrDigests: rows[0]?.hasHeadsOrDigests ?? false }
    },
  }
}
