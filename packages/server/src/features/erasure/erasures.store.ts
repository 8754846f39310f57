import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { erasures } from '../../platform/database/tables/erasures.ts'

export type ErasureRow = typeof erasures.$inferSelect
export type ErasuresStore = ReturnType<typeof createErasuresStore>

const fields = `id, target_type AS "targetType", target_id AS "targetId", transfer_to AS "transferTo",
  requested_by AS "requestedBy", requested_at AS "requestedAt", blobs, lease_until AS "leaseUntil",
  finished_at AS "finishedAt"`

/** Erasures in progress, each processed by one node at a time. */
export const createErasuresStore = (database: Database) => {
  const { db } = database
  return {
    /** Inserts one erasure per target; returns the existing one if there is one. */
    add: async (row: ErasureRow): Promise<ErasureRow> => {
      const [added] = await db.insert(erasures).values(row).onConflictDoNothing().returning()
      if (added !== undefined) return added
      const of = and(eq(erasures.targetType, row.targetType), eq(erasures.targetId, row.targetId))
      return (await db.select().from(erasures).where(of))[0] ?? row
    },

    /** Claims erasures that no node is processing, until the lease ends. */
    take: async (now: Date, leaseUntil: Date, limit: number): Promise<ErasureRow[]> => {
      const { rows } = await database.query<ErasureRow>({
        name: 'erasures_take',
        text: `UPDATE erasures SET lease_until = $2 WHERE id IN (
            SELECT id FROM erasures WHERE finished_at IS NULL AND lease_until <= $1
            ORDER BY lease_until LIMIT $3 FOR UPDATE SKIP LOCKED)
          RETURNING ${fields}`,
        values: [now, leaseUntil, limit],
      })
      return rows
    },

    lease: async (id: string, leaseUntil: Date): Promise<void> => {
      await db.update(erasures).set({ leaseUntil }).where(eq(erasures.id, id))
    },

    /** False: another node already finished it. */
    finish: async (id: string, at: Date): Promise<boolean> =>
      (
        await db
          .update(erasures)
          .set({ finishedAt: at, blobs: [] })
          .where(and(eq(erasures.id, id), isNull(erasures.finishedAt)))
          .returning({ id: erasures.id })
      ).length > 0,

    remove: async (id: string): Promise<void> => {
      await db.delete(erasures).where(eq(erasures.id, id))
    },
  }
}
