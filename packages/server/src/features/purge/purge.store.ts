import { and, desc, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { purgedDeals, purges } from '../../platform/database/tables/purges.ts'
import { type Findings, type FoundDeal, type KeyCounts, maxListed, type PlannedDeal } from './findings.ts'

export type PurgeStore = ReturnType<typeof createPurgeStore>

const sweptAtOnce = 5_000

export const createPurgeStore = (database: Database) => {
  const { db } = database

  return {
    begin: (purge: typeof purges.$inferInsert) => db.insert(purges).values(purge),

    /** A purge with the same request that was started after that time and is not finished. */
    unfinished: async (request: string, begunAfter: Date): Promise<string | undefined> => {
      const rows = await db
        .select({ id: purges.id })
        .from(purges)
        .where(and(eq(purges.request, request), gt(purges.startedAt, begunAfter), isNull(purges.finishedAt)))
        .orderBy(desc(purges.startedAt))
        .limit(1)
      return rows[0]?.id
    },

    finish: async (purgeId: string, at: Date): Promise<void> => {
      await db
        .update(purges)
        .set({ finishedAt: at })
        .where(and(eq(purges.id, purgeId), isNull(purges.finishedAt)))
    },

    /** Blocks others that continue the same purge until the end of the transaction. */
    lock: (purgeId: string) => db.select({ id: purges.id }).from(purges).where(eq(purges.id, purgeId)).for('update'),

    planned: async (purgeId: string, dealIds: readonly string[]): Promise<Map<string, PlannedDeal>> => {
      const { rows } = await database.query<PlannedDeal>({
        name: 'purge_planned',
        text: `SELECT deal_id AS "dealId", org_id AS "orgId", keys, kept_checkpoints AS "keptCheckpoints", done
          FROM purged_deals WHERE purge_id = $1 AND deal_id = ANY($2::text[])`,
        values: [purgeId, dealIds],
      })
      return new Map(rows.map((row) => [row.dealId, row]))
    },

    plan: async (purgeId: string, deals: readonly FoundDeal[]): Promise<void> => {
      await database.query({
        name: 'purge_plan',
        text: `INSERT INTO purged_deals (purge_id, deal_id, org_id, keys, kept_checkpoints, done)
          SELECT $1, deal_id, org_id, keys::jsonb, kept, false
          FROM unnest($2::text[], $3::uuid[], $4::text[], $5::int[]) AS found (deal_id, org_id, keys, kept)
          ON CONFLICT (purge_id, deal_id) DO UPDATE
          SET org_id = excluded.org_id, keys = excluded.keys, kept_checkpoints = excluded.kept_checkpoints, done = false`,
        values: [
          purgeId,
          deals.map(({ dealId }) => dealId),
          deals.map(({ orgId }) => orgId),
          deals.map(({ keys }) => JSON.stringify(keys)),
          deals.map(({ keptCheckpoints }) => keptCheckpoints),
        ],
      })
    },

    markDone: async (purgeId: string, dealIds: readonly string[]): Promise<void> => {
      await database.query({
        name: 'purge_mark_done',
        text: 'UPDATE purged_deals SET done = true WHERE purge_id = $1 AND deal_id = ANY($2::text[])',
        values: [purgeId, dealIds],
      })
    },

    /** Everything a purge has found, in all attempts. */
    findings: async (purgeId: string): Promise<Findings> => {
      const { rows: deals } = await database.query<FoundDeal>({
        name: 'purge_listed',
        text: `SELECT deal_id AS "dealId", org_id AS "orgId", keys, kept_checkpoints AS "keptCheckpoints"
          FROM purged_deals WHERE purge_id = $1 ORDER BY deal_id LIMIT $2`,
        values: [purgeId, maxListed],
      })
      const { rows } = await database.query<{ dealsTotal: number; totals: KeyCounts }>({
        name: 'purge_totals',
        text: `SELECT (SELECT count(*)::int FROM purged_deals WHERE purge_id = $1) AS "dealsTotal",
            (SELECT coalesce(jsonb_object_agg(kind, number), '{}') FROM (
              SELECT found.key AS kind, sum(found.value::bigint) AS number
              FROM purged_deals d CROSS JOIN jsonb_each_text(d.keys) AS found WHERE d.purge_id = $1 GROUP BY found.key
            ) by_kind) AS totals`,
        values: [purgeId],
      })
      return { deals, dealsTotal: rows[0]?.dealsTotal ?? 0, totals: rows[0]?.totals ?? {} }
    },

    /** Deletes purges started before that time, in limited batches: first their findings, which can be many. */
    sweep: async (begunBefore: Date): Promise<void> => {
      const old = db.select({ id: purges.id }).from(purges).where(lt(purges.startedAt, begunBefore))
      const bite = db
        .select({ place: sql`ctid` })
        .from(purgedDeals)
        .where(inArray(purgedDeals.purgeId, old))
        .limit(sweptAtOnce)
      await db.delete(purgedDeals).where(inArray(sql`ctid`, bite))
      const left = db.select({ id: purgedDeals.purgeId }).from(purgedDeals).where(eq(purgedDeals.purgeId, purges.id))
      const emptied = db
        .select({ id: purges.id })
        .from(purges)
        .where(and(lt(purges.startedAt, begunBefore), notExists(left)))
        .limit(sweptAtOnce)
      await db.delete(purges).where(inArray(purges.id, emptied))
    },
  }
}
