import type { DealRole } from '@deal-canvas/contract'
import { batchQuery } from '../../platform/database/batch-query.ts'
import type { Database } from '../../platform/database/database.ts'
import { dealGrants } from '../../platform/database/deal-grants.ts'
import { keyGrantsOf } from '../../platform/database/key-deals.ts'
import { listed, oneOf } from '../../platform/database/listed.ts'
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

export const grants = `SELECT deal_id, role FROM (${dealGrants('$1')}) of_people UNION ALL ${keyGrantsOf('$1')}`

export interface Someone {
  userId: string
  dealId: string
}

/** What a user holds on a deal: every role, and when their access as a guest ends. */
interface Held {
  roles: DealRole[]
  guestUntil: Date | null
}

const createHeldOn = (database: Database) =>
  batchQuery<Someone, Held>(
    database,
    async (asked) => {
      const { rows } = await database.query<Held>({
        name: 'deal_roles_on',
        text: `SELECT ARRAY(SELECT g.role FROM (${dealGrants('asked.user_id')}) g WHERE g.deal_id = asked.deal_id
            AND EXISTS (SELECT 1 FROM users u WHERE u.id = asked.user_id AND u.status = 'active')
            UNION ALL SELECT k.role FROM (${keyGrantsOf('asked.user_id')}) k WHERE k.deal_id = asked.deal_id) AS roles,
            (SELECT m.guest_until FROM deal_members m
              WHERE m.deal_id = asked.deal_id AND m.user_id = asked.user_id) AS "guestUntil"
          FROM ${listed('$1::uuid[]', '$2::text[]')} WITH ORDINALITY AS asked (user_id, deal_id, place) ORDER BY asked.place`,
        values: [asked.map(({ userId }) => userId), asked.map(({ dealId }) => dealId)],
      })
      return rows
    },
    { maxBatch: 500, freesPlace: true },
  )

export const createDealAccessStore = (database: Database) => ({
  heldOn: createHeldOn(database),
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
