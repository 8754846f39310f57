import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { dealImports } from '../../platform/database/tables/bundles.ts'
import { isId } from '../../platform/ids.ts'

export type ImportRow = typeof dealImports.$inferSelect
export type ImportsStore = ReturnType<typeof createImportsStore>

const sweptAtOnce = 500

export const createImportsStore = (database: Database) => {
  const { db } = database
  /** An attempt that another node has taken over must not write anymore. */
  const isOwned = ({ id, attempts }: ImportRow) =>
    and(eq(dealImports.id, id), eq(dealImports.attempts, attempts), eq(dealImports.status, 'running'))

  const isChanged = async (changing: Promise<{ id: string }[]>): Promise<boolean> => (await changing).length > 0

  return {
    add: async (row: ImportRow): Promise<void> => {
      await db.insert(dealImports).values(row)
    },

    /** The imports of a person, newest first. */
    page: (
      userId: string,
      { after, limit }: { after: { time: Date; id: string } | undefined; limit: number },
    ): Promise<ImportRow[]> =>
      db
        .select()
        .from(dealImports)
        .where(and(eq(dealImports.requestedBy, userId), olderThan([dealImports.createdAt, dealImports.id], after)))
        .orderBy(desc(dealImports.createdAt), desc(dealImports.id))
        .limit(limit),

    find: async (userId: string, id: string): Promise<ImportRow | undefined> =>
      isId(id)
        ? (
            await db
              .select()
              .from(dealImports)
              .where(and(eq(dealImports.requestedBy, userId), eq(dealImports.id, id)))
          )[0]
        : undefined,

    /** Leases the oldest import that is due; skips rows that another node is leasing. */
    take: async (now: Date, until: Date): Promise<ImportRow | undefined> => {
      const { rows } = await database.query<{ id: string }>({
        name: 'imports_take',
        text: `UPDATE deal_imports SET due_at = $2, status = 'running', attempts = attempts + 1 WHERE id IN (
            SELECT id FROM deal_imports WHERE due_at <= $1 ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING id`,
        values: [now, until],
      })
      const [taken] = rows
      return taken && (await db.select().from(dealImports).where(eq(dealImports.id, taken.id)))[0]
    },

    /** Makes the imports of a process that ended due at once; only if no other process uses the database. */
    releaseAll: async (now: Date): Promise<void> => {
      await database.query({
        name: 'imports_release_all',
        text: 'UPDATE deal_imports SET due_at = $1 WHERE due_at IS NOT NULL AND due_at > $1',
        values: [now],
      })
    },

    /** Keeps the lease, and notes how far the work is. False: the import was taken over or deleted. */
    advance: (row: ImportRow, { until, progress }: { until: Date; progress: number }): Promise<boolean> =>
      isChanged(
        db.update(dealImports).set({ dueAt: until, progress }).where(isOwned(row)).returning({ id: dealImports.id }),
      ),

    finish: (row: ImportRow): Promise<boolean> =>
      isChanged(
        db
          .update(dealImports)
          .set({ status: 'ready', progress: 1, problem: null, dueAt: null, sha256: null })
          .where(isOwned(row))
          .returning({ id: dealImports.id }),
      ),

    fail: (row: ImportRow, problem: string): Promise<boolean> =>
      isChanged(
        db
          .update(dealImports)
          .set({ status: 'failed', problem, dueAt: null, sha256: null })
          .where(isOwned(row))
          .returning({ id: dealImports.id }),
      ),

    /** Deletes imports that ended before a time, a bounded number per call. */
    deleteBefore: async (before: Date): Promise<void> => {
      await database.query({
        name: 'imports_delete_before',
        text: `DELETE FROM deal_imports WHERE id IN (
          SELECT id FROM deal_imports WHERE created_at < $1 AND due_at IS NULL ORDER BY created_at LIMIT ${sweptAtOnce})`,
        values: [before],
      })
    },
  }
}
