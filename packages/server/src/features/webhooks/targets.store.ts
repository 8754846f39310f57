import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { webhookCursors, webhookTargets } from '../../platform/database/tables/webhooks.ts'

export type TargetRow = typeof webhookTargets.$inferSelect
/** A target as it is shown. */
export type ShownTarget = TargetRow & { deadLetters: number }

/** Which deals a target is about, as far as these columns say. */
type Covering = Pick<TargetRow, 'id' | 'orgId' | 'dealIds'>

export type TargetsStore = ReturnType<typeof createTargetsStore>

export const createTargetsStore = (database: Database) => {
  const { db } = database

  // With aliases: in a query on one table the builder leaves table names out, and `id` would be that of the delivery.
  const deadLetters = sql<number>`(SELECT count(*)::int FROM webhook_deliveries d
    WHERE d.target_id = webhook_targets.id AND d.state = 'dead_letter')`

  const shown = async (where: SQL | undefined): Promise<ShownTarget[]> => {
    const rows = await db
      .select({ target: webhookTargets, deadLetters })
      .from(webhookTargets)
      .where(where)
      .orderBy(asc(webhookTargets.createdAt), asc(webhookTargets.id))
    return rows.map(({ target, deadLetters: count }) => ({ ...target, deadLetters: count }))
  }

  return {
    /** Those of an organization are few: `maxWebhooks`. */
    ofOrg: (orgId: string): Promise<ShownTarget[]> => shown(eq(webhookTargets.orgId, orgId)),

    find: async (orgId: string, id: string): Promise<ShownTarget | undefined> =>
      (await shown(and(eq(webhookTargets.orgId, orgId), eq(webhookTargets.id, id))))[0],

    add: async (row: TargetRow): Promise<void> => {
      await db.insert(webhookTargets).values(row)
    },

    change: async ({ id, orgId, ...row }: Partial<TargetRow> & Pick<TargetRow, 'id' | 'orgId'>): Promise<void> => {
      await db
        .update(webhookTargets)
        .set(row)
        .where(and(eq(webhookTargets.id, id), eq(webhookTargets.orgId, orgId)))
    },

    /** The cursors first, as a delivery locks them: two in the other order would wait for each other. */
    remove: async (orgId: string, id: string): Promise<void> => {
      await db.delete(webhookCursors).where(eq(webhookCursors.targetId, id))
      await db.delete(webhookTargets).where(and(eq(webhookTargets.id, id), eq(webhookTargets.orgId, orgId)))
    },

    /** Those of the deals that do not belong to the organization. */
    foreignDeals: async (orgId: string, dealIds: readonly string[]): Promise<string[]> => {
      const { rows } = await database.query<{ id: string }>({
        name: 'webhooks_foreign_deals',
        text: `SELECT wanted.id FROM unnest($2::text[]) AS wanted (id)
          WHERE NOT EXISTS (SELECT FROM deals d WHERE d.id = wanted.id AND d.org_id = $1)`,
        values: [orgId, dealIds],
      })
      return rows.map(({ id }) => id)
    },

    /** Deals that a target is about only from now on begin with their next event. */
    beginNewDeals: async ({ id, orgId, dealIds }: Covering, former: readonly string[] | null): Promise<void> => {
      if (former === null) return
      await database.query({
        name: 'webhooks_begin_deals',
        text: `INSERT INTO webhook_cursors (target_id, deal_id, seq, due_at, leased_until, attempts, tries, first_failed_at)
          SELECT $1, d.id, h.seq, NULL, NULL, 0, 0, NULL FROM deals d JOIN journal_heads h ON h.deal_id = d.id
          WHERE d.org_id = $2 AND ($3::text[] IS NULL OR d.id = ANY($3)) AND d.id <> ALL($4::text[])
          ON CONFLICT (target_id, deal_id) DO UPDATE SET seq = excluded.seq, due_at = NULL, leased_until = NULL,
            attempts = webhook_cursors.attempts + 1, tries = 0, first_failed_at = NULL`,
        values: [id, orgId, dealIds, former],
      })
    },

    /** Tries again at once what has failed, with all the time that an event has. */
    tryAgain: async (id: string, now: Date): Promise<void> => {
      await database.query({
        name: 'webhooks_try_again',
        text: `UPDATE webhook_cursors c SET due_at = $2, tries = 0, first_failed_at = NULL
          WHERE c.target_id = $1 AND (c.due_at IS NOT NULL OR EXISTS (SELECT FROM webhook_deliveries w
            WHERE w.target_id = $1 AND w.deal_id = c.deal_id AND w.state = 'replaying'))`,
        values: [id, now],
      })
    },
  }
}
