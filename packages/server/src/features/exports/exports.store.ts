import { atLeast, type DealRole, dealRoles } from '@deal-canvas/contract'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { dealExports } from '../../platform/database/tables/exports.ts'
import { orgs } from '../../platform/database/tables/orgs.ts'
import { isId } from '../../platform/ids.ts'
import { everyoneInBundle } from '../bundles/index.ts'

/** The quota column `chargedTo` is maintained by the database alone. */
export type ExportRow = Omit<typeof dealExports.$inferSelect, 'chargedTo'>

/** The file of an export. */
export interface ExportedFile {
  fileName: string
  sha256: string
  size: number
  modelVersion: number
  memoVersion: number | null
}

export type ExportsStore = ReturnType<typeof createExportsStore>

const sweptAtOnce = 500

/** Those of a person come one after another, so that nobody waits for the many exports of somebody else. */
const turn = `(SELECT count(*) FROM deal_exports o
  WHERE o.requested_by = e.requested_by AND o.due_at IS NOT NULL AND (o.created_at, o.id) < (e.created_at, e.id))`

/** Everyone whose name can be in an export of a deal. */
const everyone = `ARRAY(
  SELECT author_id FROM comments WHERE deal_id = $1
  UNION SELECT resolved_by FROM comments WHERE deal_id = $1 AND resolved_by IS NOT NULL
  UNION SELECT unnest(mentioned) FROM comments WHERE deal_id = $1
  UNION SELECT author_id FROM comment_replies WHERE deal_id = $1
  UNION SELECT unnest(mentioned) FROM comment_replies WHERE deal_id = $1
  UNION SELECT applied_by FROM model_overrides WHERE deal_id = $1
  UNION SELECT chosen_by FROM metric_sources WHERE deal_id = $1
  UNION SELECT created_by FROM scenarios WHERE deal_id = $1
  UNION SELECT (o ->> 'setBy')::uuid FROM scenarios s, jsonb_array_elements(s.overrides) o WHERE s.deal_id = $1
  UNION SELECT settled_by FROM reconciliation_findings WHERE deal_id = $1 AND settled_by IS NOT NULL
  UNION SELECT uploaded_by FROM documents WHERE deal_id = $1
  UNION SELECT updated_by FROM section_versions WHERE deal_id = $1 AND updated_by IS NOT NULL
  UNION (SELECT actor_id FROM journal WHERE deal_id = $1 AND actor_id IS NOT NULL ORDER BY seq DESC LIMIT 200)
  UNION SELECT requested_by FROM deal_exports WHERE deal_id = $1 AND id = $2)`

export const createExportsStore = (database: Database) => {
  const { db } = database
  const { chargedTo: _, ...columns } = getTableColumns(dealExports)
  /** An attempt that another node has taken over must not write any more. */
  const isOwned = ({ dealId, id, attempts }: ExportRow) =>
    and(
      eq(dealExports.dealId, dealId),
      eq(dealExports.id, id),
      eq(dealExports.attempts, attempts),
      eq(dealExports.status, 'running'),
    )

  const isChanged = async (changing: Promise<{ id: string }[]>): Promise<boolean> => (await changing).length > 0

  return {
    /** Whether the organization of the deal lets viewers and commenters export. */
    letsViewersExport: async (dealId: string): Promise<boolean> =>
      (
        await db
          .select({ settings: orgs.settings })
          .from(deals)
          .innerJoin(orgs, eq(orgs.id, deals.orgId))
          .where(eq(deals.id, dealId))
      )[0]?.settings['viewers_export'] === true,

    add: async (row: ExportRow): Promise<void> => {
      await db.insert(dealExports).values(row)
    },

    /** The exports that a person asked for, newest first. */
    page: (
      { dealId, userId }: { dealId: string; userId: string },
      { after, limit }: { after: { time: Date; id: string } | undefined; limit: number },
    ): Promise<ExportRow[]> =>
      db
        .select(columns)
        .from(dealExports)
        .where(
          and(
            eq(dealExports.dealId, dealId),
            eq(dealExports.requestedBy, userId),
            olderThan([dealExports.createdAt, dealExports.id], after),
          ),
        )
        .orderBy(desc(dealExports.createdAt), desc(dealExports.id))
        .limit(limit),

    find: async (dealId: string, userId: string, id: string): Promise<ExportRow | undefined> =>
      isId(id)
        ? (
            await db
              .select(columns)
              .from(dealExports)
              .where(and(eq(dealExports.dealId, dealId), eq(dealExports.requestedBy, userId), eq(dealExports.id, id)))
          )[0]
        : undefined,

    /** Leases exports that are due; skips rows that another node is leasing. */
    take: async (now: Date, until: Date, limit: number): Promise<ExportRow[]> => {
      const { rows } = await database.query<{ id: string; dealId: string }>({
        name: 'exports_take',
        text: `UPDATE deal_exports SET due_at = $2, status = 'running', attempts = attempts + 1 WHERE id IN (
            SELECT e.id FROM deal_exports e WHERE e.due_at <= $1
            ORDER BY ${turn}, e.created_at, e.id LIMIT $3 FOR UPDATE SKIP LOCKED)
          RETURNING id, deal_id AS "dealId"`,
        values: [now, until, limit],
      })
      const taken = await Promise.all(
        rows.map(async ({ id, dealId }) => {
          const where = and(eq(dealExports.dealId, dealId), eq(dealExports.id, id))
          return (await db.select(columns).from(dealExports).where(where))[0]
        }),
      )
      return taken.flatMap((row) => row ?? [])
    },

    /** Makes the exports of a process that ended due at once; only if no other process uses the database. */
    releaseAll: async (now: Date): Promise<void> => {
      await database.query({
        name: 'exports_release_all',
        text: `UPDATE deal_exports SET due_at = $1 WHERE due_at IS NOT NULL AND due_at > $1`,
        values: [now],
      })
    },

    /** Notes everyone who can be named in the file, before anything is read. False: the export was taken over or deleted. */
    notePeople: async (row: ExportRow): Promise<boolean> => {
      const { rows } = await database.query({
        name: row.format === 'bundle' ? 'exports_note_everyone' : 'exports_note_people',
        text: `UPDATE deal_exports SET people = ${row.format === 'bundle' ? `ARRAY(${everyoneInBundle})` : everyone}
          WHERE deal_id = $1 AND id = $2 AND attempts = $3 AND status = 'running' RETURNING id`,
        values: [row.dealId, row.id, row.attempts],
      })
      return rows.length > 0
    },

    /** Keeps the lease, and notes how far the work is. False: the export was taken over or deleted. */
    advance: (row: ExportRow, { until, progress }: { until: Date; progress: number }): Promise<boolean> =>
      isChanged(
        db.update(dealExports).set({ dueAt: until, progress }).where(isOwned(row)).returning({ id: dealExports.id }),
      ),

    finish: (row: ExportRow, file: ExportedFile): Promise<boolean> =>
      isChanged(
        db
          .update(dealExports)
          .set({ ...file, status: 'ready', progress: 1, problem: null, dueAt: null })
          .where(isOwned(row))
          .returning({ id: dealExports.id }),
      ),

    fail: (row: ExportRow, problem: string): Promise<boolean> =>
      isChanged(
        db
          .update(dealExports)
          .set({ status: 'failed', problem, dueAt: null })
          .where(isOwned(row))
          .returning({ id: dealExports.id }),
      ),

    /** Deletes expired exports, a bounded number per call; returns their blobs. */
    deleteExpired: async (now: Date): Promise<string[]> => {
      const { rows } = await database.query<{ sha256: string | null }>({
        name: 'exports_delete_expired',
        text: `DELETE FROM deal_exports WHERE id IN (
            SELECT id FROM deal_exports WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${sweptAtOnce})
          RETURNING sha256`,
        values: [now],
      })
      return rows.flatMap(({ sha256 }) => sha256 ?? [])
    },

    /** Deletes the exports that a person asked for or is named in; returns their blobs. */
    deleteWithPerson: async (userId: string): Promise<string[]> => {
      const gone = await db
        .delete(dealExports)
        .where(sql`${dealExports.requestedBy} = ${userId} OR ${dealExports.people} @> ARRAY[${userId}]::uuid[]`)
        .returning({ sha256: dealExports.sha256 })
      return gone.flatMap(({ sha256 }) => sha256 ?? [])
    },

    /** The name and primary address of a person. */
    reader: async (userId: string): Promise<{ name: string; email: string | null } | undefined> => {
      const { rows } = await database.query<{ name: string; email: string | null }>({
        name: 'exports_reader',
        text: `SELECT u.display_name AS name,
            (SELECT e.email FROM user_emails e WHERE e.user_id = u.id AND e.is_primary) AS email
          FROM users u WHERE u.id = $1`,
        values: [userId],
      })
      return rows[0]
    },
  }
}

/** Editors and owners can always export. */
export const isExporter = (role: DealRole | undefined): boolean =>
  role !== undefined && atLeast(dealRoles, role, 'editor')
