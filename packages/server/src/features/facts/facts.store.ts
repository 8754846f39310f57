import { type FactTable, maxDealDocuments } from '@deal-canvas/contract'
import type { Fact } from '@deal-canvas/facts'
import { and, asc, desc, eq, gt, gte, isNotNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { documentFacts, factReadings } from '../../platform/database/tables/facts.ts'

export type FactRow = typeof documentFacts.$inferSelect
export type FactReadingRow = Pick<
  typeof factReadings.$inferSelect,
  'documentId' | 'dueAt' | 'problem' | 'facts' | 'flags'
> & { tables: number }

/** A document that this node reads until the lease ends; then another node can take it. */
export interface FactLease {
  dealId: string
  documentId: string
  dueAt: Date
}

/** Where a page of facts ends. */
export interface FactPosition {
  documentId: string
  position: number
}

/** Rows written in one statement. */
const batchSize = 500

export type FactsStore = ReturnType<typeof createFactsStore>

/** What documents state, and which of them are still to be read. */
export const createFactsStore = (database: Database) => {
  const { db } = database

  return {
    /** Has a document read, also if it was before. */
    demand: async (dealId: string, documentId: string, dueAt: Date): Promise<void> => {
      await db
        .insert(factReadings)
        .values({ dealId, documentId, form: 0, dueAt, problem: null, facts: 0, flags: 0, tables: [] })
        .onConflictDoUpdate({ target: factReadings.documentId, set: { dueAt } })
    },

    /** Has documents read again that an earlier version of the extraction read. */
    demandOutdated: async (form: number, dueAt: Date): Promise<void> => {
      await database.query({
        name: 'facts_demand_outdated',
        text: 'UPDATE fact_readings SET due_at = $2 WHERE form < $1 AND due_at IS NULL',
        values: [form, dueAt],
      })
    },

    /** Leases documents that are due, oldest first; skips rows that another node is leasing. */
    take: async (now: Date, until: Date, limit: number): Promise<FactLease[]> => {
      const { rows } = await database.query<FactLease>({
        name: 'facts_take',
        text: `UPDATE fact_readings SET due_at = $2 WHERE document_id IN (
            SELECT document_id FROM fact_readings WHERE due_at <= $1
            ORDER BY due_at, document_id LIMIT $3 FOR UPDATE SKIP LOCKED)
          RETURNING deal_id AS "dealId", document_id AS "documentId", due_at AS "dueAt"`,
        values: [now, until, limit],
      })
      return rows
    },

    /** Replaces the facts of a document. False: it was removed, or another node took it over. */
    write: (
      { dealId, documentId, dueAt }: FactLease,
      read: { form: number; problem: string | null; facts: readonly Fact[]; tables: readonly FactTable[] },
    ): Promise<boolean> =>
      database.transaction(async () => {
        const { form, problem, facts, tables } = read
        const flags = tables.reduce((sum, table) => sum + table.flags.length, 0)
        const written = await db
          .update(factReadings)
          .set({ form, problem, facts: facts.length, flags, tables: [...tables], dueAt: null })
          .where(and(eq(factReadings.documentId, documentId), eq(factReadings.dueAt, dueAt)))
          .returning({ documentId: factReadings.documentId })
        if (written.length === 0) return false
        await db
          .delete(documentFacts)
          .where(and(eq(documentFacts.dealId, dealId), eq(documentFacts.documentId, documentId)))
        for (let from = 0; from < facts.length; from += batchSize)
          await db.insert(documentFacts).values(
            facts.slice(from, from + batchSize).map((fact, n) => ({
              dealId,
              documentId,
              position: from + n,
              ...fact,
            })),
          )
        return true
      }),

    readings: async (dealId: string, documentId?: string): Promise<FactReadingRow[]> => {
      const rows = await database.query<FactReadingRow>({
        name: 'facts_readings',
        text: `SELECT r.document_id AS "documentId", r.due_at AS "dueAt", r.problem, r.facts, r.flags,
            jsonb_array_length(r.tables) AS tables
          FROM fact_readings r JOIN documents d ON d.id = r.document_id
          WHERE r.deal_id = $1 AND ($2::uuid IS NULL OR r.document_id = $2)
          ORDER BY d.created_at, d.id LIMIT ${maxDealDocuments}`,
        values: [dealId, documentId ?? null],
      })
      return rows.rows
    },

    tables: async (dealId: string, documentId: string): Promise<FactTable[]> =>
      (
        await db
          .select({ tables: factReadings.tables })
          .from(factReadings)
          .where(and(eq(factReadings.dealId, dealId), eq(factReadings.documentId, documentId)))
      )[0]?.tables ?? [],

    /** Whether a document of the deal is still to be read, or to be made readable. */
    isPending: async (dealId: string): Promise<boolean> => {
      const { rows } = await database.query({
        name: 'facts_pending',
        text: `SELECT 1 FROM fact_readings WHERE deal_id = $1 AND due_at IS NOT NULL
          UNION ALL SELECT 1 FROM documents WHERE deal_id = $1 AND state IN ('stored', 'digitized') LIMIT 1`,
        values: [dealId],
      })
      return rows.length > 0
    },

    /** What sentences state about metrics, the surest first. */
    stated: async (
      dealId: string,
      { minConfidence, limit }: { minConfidence: number; limit: number },
    ): Promise<FactRow[]> =>
      db
        .select()
        .from(documentFacts)
        .where(
          and(
            eq(documentFacts.dealId, dealId),
            isNotNull(documentFacts.metricKey),
            eq(documentFacts.origin, 'text'),
            gte(documentFacts.confidence, minConfidence),
          ),
        )
        .orderBy(desc(documentFacts.confidence), asc(documentFacts.documentId), asc(documentFacts.position))
        .limit(limit),

    page: (
      dealId: string,
      {
        documentId,
        metricKey,
        page,
        after,
        limit,
      }: {
        documentId?: string | undefined
        metricKey?: string | undefined
        /** Of their document. */
        page?: number | undefined
        after?: FactPosition | undefined
        limit: number
      },
    ): Promise<FactRow[]> =>
      db
        .select()
        .from(documentFacts)
        .where(
          and(
            eq(documentFacts.dealId, dealId),
            documentId === undefined ? undefined : eq(documentFacts.documentId, documentId),
            metricKey === undefined ? undefined : eq(documentFacts.metricKey, metricKey),
            page === undefined ? undefined : sql`(${documentFacts.place} ->> 'page')::int = ${page}`,
            after === undefined
              ? undefined
              : or(
                  gt(documentFacts.documentId, after.documentId),
                  and(eq(documentFacts.documentId, after.documentId), gt(documentFacts.position, after.position)),
                ),
          ),
        )
        .orderBy(asc(documentFacts.documentId), asc(documentFacts.position))
        .limit(limit),
  }
}
