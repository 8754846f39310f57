import { type FindingStatus, maxFindings } from '@deal-canvas/contract'
import type { Fact } from '@deal-canvas/facts'
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealMemberIds } from '../../platform/database/deal-member-ids.ts'
import { dealReconciliations, reconciliationFindings } from '../../platform/database/tables/facts.ts'
import { users } from '../../platform/database/tables/users.ts'

export type FindingRow = typeof reconciliationFindings.$inferSelect
type Severity = NonNullable<FindingRow['severity']>
export type ShownFinding = FindingRow & { settledByName: string | null }

/** A deal that this node reconciles until the lease ends; then another node can take it. */
export interface ReconciliationLease {
  dealId: string
  dueAt: Date
}

/** A fact that can be compared, with its document. */
export interface ComparableFact extends Fact {
  documentId: string
}

/** Facts of one deal that are compared, the surest first: more would take too long. */
const maxCompared = 20_000
const batchSize = 200

export type ReconciliationStore = ReturnType<typeof createReconciliationStore>

/** How documents compare with the model and each other. */
export const createReconciliationStore = (database: Database) => {
  const { db } = database
  const select = () =>
    db
      .select({ ...getTableColumns(reconciliationFindings), settledByName: users.displayName })
      .from(reconciliationFindings)
      .leftJoin(users, eq(users.id, reconciliationFindings.settledBy))

  return {
    /** Has a deal compared again; part of the transaction that changes its numbers or facts. */
    demand: async (dealId: string, at: Date): Promise<void> => {
      // An intake can have files before there is a deal.
      await database.query({
        name: 'reconciliations_demand',
        text: `INSERT INTO deal_reconciliations (deal_id, due_at, updated_at)
          SELECT id, $2::timestamptz, $2::timestamptz FROM deals WHERE id = $1
          ON CONFLICT (deal_id) DO UPDATE SET due_at = excluded.due_at`,
        values: [dealId, at],
      })
    },

    isDue: async (dealId: string): Promise<boolean> =>
      (
        await db
          .select({ dealId: dealReconciliations.dealId })
          .from(dealReconciliations)
          .where(and(eq(dealReconciliations.dealId, dealId), isNotNull(dealReconciliations.dueAt)))
      ).length > 0,

    take: async (now: Date, until: Date, limit: number): Promise<ReconciliationLease[]> => {
      const { rows } = await database.query<ReconciliationLease>({
        name: 'reconciliations_take',
        text: `UPDATE deal_reconciliations SET due_at = $2 WHERE deal_id IN (
            SELECT deal_id FROM deal_reconciliations WHERE due_at <= $1
            ORDER BY due_at, deal_id LIMIT $3 FOR UPDATE SKIP LOCKED)
          RETURNING deal_id AS "dealId", due_at AS "dueAt"`,
        values: [now, until, limit],
      })
      return rows
    },

    /** Leaves the deal due if it has changed since it was taken. */
    finish: async ({ dealId, dueAt }: ReconciliationLease, at: Date): Promise<void> => {
      await db
        .update(dealReconciliations)
        .set({ dueAt: null, updatedAt: at })
        .where(and(eq(dealReconciliations.dealId, dealId), eq(dealReconciliations.dueAt, dueAt)))
    },

    /** The facts that are about a metric of the catalog, or that have the name of one of the deal's own metrics. */
    comparable: async (dealId: string, ownLabels: readonly string[]): Promise<ComparableFact[]> => {
      const { rows } = await database.query<ComparableFact>({
        name: 'reconciliations_comparable',
        text: `SELECT document_id AS "documentId", metric_key AS "metricKey", term, value, unit, currency, period,
            qualifier, quote, place, confidence, tolerance, bound, origin
          FROM document_facts WHERE deal_id = $1 AND (metric_key IS NOT NULL OR lower(term) = ANY($2::text[]))
          ORDER BY confidence DESC, document_id, position LIMIT ${maxCompared}`,
        values: [dealId, ownLabels],
      })
      return rows
    },

    memberIds: (dealId: string): Promise<string[]> => dealMemberIds(database, dealId),

    uploaderOf: async (dealId: string, documentId: string): Promise<string | undefined> => {
      const { rows } = await database.query<{ userId: string }>({
        name: 'reconciliations_uploader',
        text: 'SELECT uploaded_by AS "userId" FROM documents WHERE deal_id = $1 AND id = $2',
        values: [dealId, documentId],
      })
      return rows[0]?.userId
    },

    all: (dealId: string): Promise<FindingRow[]> =>
      db
        .select()
        .from(reconciliationFindings)
        .where(eq(reconciliationFindings.dealId, dealId))
        .orderBy(asc(reconciliationFindings.position))
        .limit(maxFindings),

    find: async (dealId: string, id: string): Promise<ShownFinding | undefined> =>
      (await select().where(and(eq(reconciliationFindings.dealId, dealId), eq(reconciliationFindings.id, id))))[0],

    page: (
      dealId: string,
      { status, after, limit }: { status?: FindingStatus | undefined; after?: number | undefined; limit: number },
    ): Promise<ShownFinding[]> =>
      select()
        .where(
          and(
            eq(reconciliationFindings.dealId, dealId),
            status === undefined ? undefined : eq(reconciliationFindings.status, status),
            after === undefined ? undefined : gt(reconciliationFindings.position, after),
          ),
        )
        .orderBy(asc(reconciliationFindings.position))
        .limit(limit),

    counts: async (dealId: string): Promise<{ open: number; settled: number; agrees: number }> => {
      const { rows } = await database.query<{ open: number; settled: number; agrees: number }>({
        name: 'reconciliations_counts',
        text: `SELECT count(*) FILTER (WHERE status = 'differs' AND choice IS NULL)::int AS open,
            count(*) FILTER (WHERE status = 'differs' AND choice IS NOT NULL)::int AS settled,
            count(*) FILTER (WHERE status = 'agrees')::int AS agrees
          FROM reconciliation_findings WHERE deal_id = $1`,
        values: [dealId],
      })
      return rows[0] ?? { open: 0, settled: 0, agrees: 0 }
    },

    openBySeverity: async (dealId: string): Promise<Record<Severity, number>> => {
      const counts = { critical: 0, high: 0, medium: 0, low: 0 }
      const { rows } = await database.query<{ severity: Severity; count: number }>({
        name: 'reconciliations_open_by_severity',
        text: `SELECT severity, count(*)::int AS count FROM reconciliation_findings
          WHERE deal_id = $1 AND status = 'differs' AND choice IS NULL GROUP BY severity`,
        values: [dealId],
      })
      for (const { severity, count } of rows) counts[severity] = count
      return counts
    },

    /** Contradictions that nobody has settled, the most severe first. */
    open: (dealId: string, limit: number): Promise<FindingRow[]> =>
      db
        .select()
        .from(reconciliationFindings)
        .where(
          and(
            eq(reconciliationFindings.dealId, dealId),
            eq(reconciliationFindings.status, 'differs'),
            isNull(reconciliationFindings.choice),
          ),
        )
        .orderBy(asc(reconciliationFindings.position))
        .limit(limit),

    /** Where documents agree with the model. */
    agreeing: (dealId: string, limit: number): Promise<FindingRow[]> =>
      db
        .select()
        .from(reconciliationFindings)
        .where(
          and(
            eq(reconciliationFindings.dealId, dealId),
            eq(reconciliationFindings.status, 'agrees'),
            isNull(reconciliationFindings.otherDocumentId),
          ),
        )
        .orderBy(asc(reconciliationFindings.position))
        .limit(limit),

    /** Replaces all findings of a deal. */
    replace: async (dealId: string, rows: readonly FindingRow[], gone: readonly string[]): Promise<void> => {
      for (let from = 0; from < gone.length; from += batchSize)
        await db
          .delete(reconciliationFindings)
          .where(
            and(
              eq(reconciliationFindings.dealId, dealId),
              inArray(reconciliationFindings.id, gone.slice(from, from + batchSize)),
            ),
          )
      const { id: _, dealId: __, ...columns } = getTableColumns(reconciliationFindings)
      const set = Object.fromEntries(
        Object.entries(columns).map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
      )
      for (let from = 0; from < rows.length; from += batchSize)
        await db
          .insert(reconciliationFindings)
          .values(rows.slice(from, from + batchSize))
          .onConflictDoUpdate({ target: reconciliationFindings.id, set })
    },

    settle: async (
      { dealId, id, version }: Pick<FindingRow, 'dealId' | 'id' | 'version'>,
      settled: Pick<FindingRow, 'choice' | 'reason' | 'settledBy' | 'settledAt'>,
    ): Promise<void> => {
      await db
        .update(reconciliationFindings)
        .set({ ...settled, version: version + 1 })
        .where(and(eq(reconciliationFindings.dealId, dealId), eq(reconciliationFindings.id, id)))
    },
  }
}
