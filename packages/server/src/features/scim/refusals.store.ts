import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { scimErrors } from '../../platform/database/tables/scim.ts'

export type RefusalsStore = ReturnType<typeof createRefusalsStore>

/** As many as the page of an organization shows. */
export const maxRefusals = 20

export const createRefusalsStore = ({ db, transaction }: Database) => ({
  /** Keeps the newest ones of the organization. */
  add: (row: Omit<typeof scimErrors.$inferInsert, 'id'>): Promise<void> =>
    transaction(async () => {
      await db.insert(scimErrors).values(row)
      await db.execute(sql`DELETE FROM scim_errors WHERE org_id = ${row.orgId} AND id <= (
        SELECT id FROM scim_errors WHERE org_id = ${row.orgId} ORDER BY id DESC LIMIT 1 OFFSET ${maxRefusals})`)
    }),
})
