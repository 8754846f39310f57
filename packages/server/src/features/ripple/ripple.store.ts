import { and, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { activeOverrides, type OverrideRow } from '../../platform/database/active-overrides.ts'
import type { Database } from '../../platform/database/database.ts'
import { dealMemberIds } from '../../platform/database/deal-member-ids.ts'
import { modelOverrides, ripplePreviews } from '../../platform/database/tables/models.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'

export type { OverrideRow }

export type PreviewRow = typeof ripplePreviews.$inferSelect

/** A preview that is still being computed has no results. */
const isUnderWay = sql`${ripplePreviews.after} = '{}'::jsonb`

export type RippleStore = ReturnType<typeof createRippleStore>

export const createRippleStore = (database: Database) => {
  const { db } = database

  return {
    /** Registers a preview; returns false if the user already has the maximum under way. */
    begin: (row: Omit<PreviewRow, 'after' | 'appliedAt'>, most: number): Promise<boolean> =>
      withAdvisoryLock(database, `ripple preview ${row.createdBy}`, async () => {
        const [found] = await db
          .select({ count: count() })
          .from(ripplePreviews)
          .where(
            and(eq(ripplePreviews.createdBy, row.createdBy), isUnderWay, gt(ripplePreviews.expiresAt, row.createdAt)),
          )
        if ((found?.count ?? 0) >= most) return false
        await db.insert(ripplePreviews).values({ ...row, after: {} })
        return true
      }),

    end: async (id: string, after: PreviewRow['after'], expiresAt: Date): Promise<void> => {
      await db.update(ripplePreviews).set({ after, expiresAt }).where(eq(ripplePreviews.id, id))
    },

    drop: async (id: string): Promise<void> => {
      await db.delete(ripplePreviews).where(and(eq(ripplePreviews.id, id), isUnderWay))
    },

    find: async (dealId: string, id: string): Promise<PreviewRow | undefined> =>
      (
        await db
          .select()
          .from(ripplePreviews)
          .where(and(eq(ripplePreviews.id, id), eq(ripplePreviews.dealId, dealId)))
      )[0],

    markApplied: async (id: string, at: Date): Promise<void> => {
      await db.update(ripplePreviews).set({ appliedAt: at }).where(eq(ripplePreviews.id, id))
    },

    /** Deletes previews that expired before a time. */
    sweep: async (before: Date): Promise<void> => {
      await db.delete(ripplePreviews).where(lt(ripplePreviews.expiresAt, before))
    },

    addOverrides: async (rows: readonly OverrideRow[]): Promise<void> => {
      await db.insert(modelOverrides).values([...rows])
    },

    /** The newest override of each metric that was not reverted, by metric key. */
    activeOverrides: async (dealId: string, metricKeys: readonly string[]): Promise<Map<string, OverrideRow>> => {
      const rows = await activeOverrides(database, dealId)
      return new Map(rows.filter((row) => metricKeys.includes(row.metricKey)).map((row) => [row.metricKey, row]))
    },

    /** The newest override that was not reverted, of one metric or of all. */
    activeOverride: async (dealId: string, metricKey?: string): Promise<OverrideRow | undefined> =>
      (
        await db
          .select()
          .from(modelOverrides)
          .where(
            and(
              eq(modelOverrides.dealId, dealId),
              metricKey === undefined ? undefined : eq(modelOverrides.metricKey, metricKey),
              isNull(modelOverrides.revertedAt),
            ),
          )
          .orderBy(desc(modelOverrides.version))
          .limit(1)
      )[0],

    /** The override of a metric that applies once the one at this version is removed. */
    overrideBefore: async (dealId: string, metricKey: string, version: number): Promise<OverrideRow | undefined> =>
      (
        await db
          .select()
          .from(modelOverrides)
          .where(
            and(
              eq(modelOverrides.dealId, dealId),
              eq(modelOverrides.metricKey, metricKey),
              lt(modelOverrides.version, version),
              isNull(modelOverrides.revertedAt),
            ),
          )
          .orderBy(desc(modelOverrides.version))
          .limit(1)
      )[0],

    /**
     * What happened to overrides after a model version: how many versions were made by applying and reverting later
     * ones, how many of those are still active, and how many earlier ones were reverted.
     */
    overridesAfter: async (
      dealId: string,
      version: number,
    ): Promise<{ versions: number; active: number; earlierReverted: number }> => {
      const { rows } = await database.query<{ versions: number; active: number; earlierReverted: number }>({
        name: 'ripple_overrides_after',
        text: `SELECT
            (SELECT count(*)::int FROM (
              SELECT version FROM model_overrides WHERE deal_id = $1 AND version > $2
              UNION SELECT reverted_version FROM model_overrides
              WHERE deal_id = $1 AND version > $2 AND reverted_version IS NOT NULL
            ) AS made) AS versions,
            count(*) FILTER (WHERE version > $2 AND reverted_at IS NULL)::int AS active,
            count(*) FILTER (WHERE version <= $2 AND reverted_version > $2)::int AS "earlierReverted"
          FROM model_overrides WHERE deal_id = $1`,
        values: [dealId, version],
      })
      return rows[0] ?? { versions: 0, active: 0, earlierReverted: 0 }
    },

    markReverted: async (id: string, at: Date, version: number): Promise<void> => {
      await db.update(modelOverrides).set({ revertedAt: at, revertedVersion: version }).where(eq(modelOverrides.id, id))
    },

    memberIds: (dealId: string): Promise<string[]> => dealMemberIds(database, dealId),
  }
}
