import { batchQuery } from '../../platform/database/batch-query.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLruCache } from '../../platform/lru-cache.ts'

/** How long the tenant of a user is cached; a user who joins an organization counts with it after this time. */
const knownForMs = 60_000
const maxKnown = 10_000

/**
 * Whose share of the service a user consumes: that of the organization joined first, otherwise the user's own. Based on
 * membership instead of the current deal, because otherwise twenty accounts of one organization would have twenty
 * shares in their personal deals.
 */
export const createTenants = ({
  database,
  ticks,
}: {
  database: Pick<Database, 'query' | 'inTransaction'>
  ticks(): number
}) => {
  const known = createLruCache<string, { tenant: string; until: number }>({ maxWeight: maxKnown, weightOf: () => 1 })

  const load = batchQuery(
    database,
    async (userIds: string[]) => {
      const { rows } = await database.query<{ user_id: string; org_id: string }>({
        name: 'tenants_of',
        text: `SELECT DISTINCT ON (user_id) user_id, org_id FROM org_members WHERE user_id = ANY ($1::uuid[])
          ORDER BY user_id, created_at, org_id`,
        values: [userIds],
      })
      const orgs = new Map(rows.map((row) => [row.user_id, row.org_id]))
      return userIds.map((userId) => orgs.get(userId) ?? userId)
    },
    { maxBatch: 500 },
  )

  return async (userId: string): Promise<string> => {
    const found = known.get(userId)
    if (found !== undefined && found.until > ticks()) return found.tenant
    const tenant = await load(userId)
    known.set(userId, { tenant, until: ticks() + knownForMs })
    return tenant
  }
}
