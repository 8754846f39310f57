import { maxScimRefusals } from '@deal-canvas/contract'
import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { scimErrors } from '../../platform/database/tables/scim.ts'

export type RefusalsStore = ReturnType<typeof createRefusalsStore>

export interface Counted {
  people: number
  suspended: number
  groups: number
  lastRequestAt: Date | null
}

export const createRefusalsStore = (database: Database) => {
  const { db } = database
  return {
    /** Keeps the newest ones of the organization. */
    add: (row: Omit<typeof scimErrors.$inferInsert, 'id'>): Promise<void> =>
      database.transaction(async () => {
        await db.insert(scimErrors).values(row)
        await db.execute(sql`DELETE FROM scim_errors WHERE org_id = ${row.orgId} AND id <= (
          SELECT id FROM scim_errors WHERE org_id = ${row.orgId} ORDER BY id DESC LIMIT 1 OFFSET ${maxScimRefusals})`)
      }),
    newest: (orgId: string) =>
      db
        .select()
        .from(scimErrors)
        .where(eq(scimErrors.orgId, orgId))
        .orderBy(desc(scimErrors.id))
        .limit(maxScimRefusals),
    counted: async (orgId: string): Promise<Counted> => {
      const { rows } = await database.query<Counted>({
        text: `SELECT count(m.user_id)::int AS people, (count(*) - count(m.user_id))::int AS suspended,
            (SELECT count(*)::int FROM scim_groups g WHERE g.org_id = $1) AS groups,
            (SELECT max(k.last_used_at) FROM api_keys k WHERE k.org_id = $1 AND k.scope = 'provisioning')
              AS "lastRequestAt"
          FROM scim_users s LEFT JOIN org_members m ON m.org_id = s.org_id AND m.user_id = s.user_id
          WHERE s.org_id = $1 AND s.deleted_at IS NULL`,
        values: [orgId],
      })
      return rows[0] ?? { people: 0, suspended: 0, groups: 0, lastRequestAt: null }
    },
  }
}
