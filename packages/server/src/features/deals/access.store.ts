import type { DealRole } from '@deal-canvas/contract'
import { batchQuery } from '../../platform/database/batch-query.ts'
import type { Database } from '../../platform/database/database.ts'
import { listed, oneOf } from '../../platform/database/listed.ts'
import { roleCounts } from '../../platform/database/role-counts.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'

export type DealAccessStore = ReturnType<typeof createDealAccessStore>

export interface DealActivity {
  id: string
  name: string
  /** Null for a personal deal. */
  orgId: string | null
  orgName: string | null
  lastActivityAt: Date | null
}

/**
 * Selects every source of a user's role on a deal; the highest role counts. An inactive organization gives no access to
 * its deals. `userId` is an SQL expression such as `$1`, never a value.
 */
const grantsOf = (userId: string): string => `
  SELECT m.deal_id, m.role
  FROM deal_members m JOIN deals d ON d.id = m.deal_id LEFT JOIN orgs g ON g.id = d.org_id
  WHERE m.user_id = ${userId} AND (d.org_id IS NULL OR g.status = 'active')
  UNION ALL
  SELECT d.id, CASE o.role WHEN 'owner' THEN 'owner' ELSE 'editor' END
  FROM org_members o JOIN orgs g ON g.id = o.org_id JOIN deals d ON d.org_id = o.org_id
  WHERE o.user_id = ${userId} AND o.role IN ('owner', 'admin') AND g.status = 'active' AND ${roleCounts('o')}
  UNION ALL
  SELECT d.id, t.role
  FROM org_members o JOIN orgs g ON g.id = o.org_id
    JOIN team_members p ON p.org_id = o.org_id AND p.user_id = o.user_id
    JOIN deal_teams t ON t.team_id = p.team_id JOIN deals d ON d.id = t.deal_id AND d.org_id = o.org_id
  WHERE o.user_id = ${userId} AND g.status = 'active' AND ${roleCounts('o')}`

export const grants = grantsOf('$1')

export interface Someone {
  userId: string
  dealId: string
}

const createRolesOn = (database: Database) =>
  batchQuery<Someone, DealRole[]>(
    database,
    async (asked) => {
      const { rows } = await database.query<{ roles: DealRole[] }>({
        name: 'deal_roles_on',
        text: `SELECT ARRAY(SELECT g.role FROM (${grantsOf('asked.user_id')}) g WHERE g.deal_id = asked.deal_id
            AND EXISTS (SELECT 1 FROM users u WHERE u.id = asked.user_id AND u.status = 'active')) AS roles
          FROM ${listed('$1::uuid[]', '$2::text[]')} WITH ORDINALITY AS asked (user_id, deal_id, place) ORDER BY asked.place`,
        values: [asked.map(({ userId }) => userId), asked.map(({ dealId }) => dealId)],
      })
      return rows.map(({ roles }) => roles)
    },
    { maxBatch: 500 },
  )

export const createDealAccessStore = (database: Database) => ({
  rolesOn: createRolesOn(database),
  anyVisibleTo: async (userId: string): Promise<boolean> => {
    const { rows } = await database.query<{ any: boolean }>({
      name: 'deal_any_visible',
      text: `SELECT EXISTS (${grants}) AS any`,
      values: [userId],
    })
    return rows[0]?.any === true
  },
  /** Returns those of the given users who can see the deal. */
  visibleTo: async (dealId: string, userIds: readonly string[]): Promise<string[]> => {
    const { rows } = await database.query<{ id: string }>({
      name: 'deal_visible_to',
      text: `SELECT id FROM users
        WHERE id = ${oneOf('$2::uuid[]')} AND status = 'active' AND ${visibleDeal('users.id', '$1')}`,
      values: [dealId, userIds],
    })
    return rows.map(({ id }) => id)
  },
  /** Runs one statement for a page of ids and omits ids that do not match a deal. */
  activityOf: async (dealIds: readonly string[]): Promise<DealActivity[]> => {
    const { rows } = await database.query<DealActivity>({
      name: 'deal_activity',
      text: `SELECT d.id, d.name, d.org_id AS "orgId", o.name AS "orgName",
        greatest(d.last_activity_at, h.last_at) AS "lastActivityAt"
        FROM deals d LEFT JOIN journal_heads h ON h.deal_id = d.id LEFT JOIN orgs o ON o.id = d.org_id
        WHERE d.id = ANY($1::text[])`,
      values: [dealIds],
    })
    return rows
  },
})
