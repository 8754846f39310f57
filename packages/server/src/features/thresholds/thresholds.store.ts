import { type MetricUnit, maxThresholds } from '@deal-canvas/contract'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealMemberIds } from '../../platform/database/deal-member-ids.ts'
import { thresholds } from '../../platform/database/tables/scenarios.ts'
import { dealMetrics } from '../../platform/database/tables/sections.ts'
import { users } from '../../platform/database/tables/users.ts'

export type NewThreshold = typeof thresholds.$inferInsert
export type ThresholdChange = Pick<
  NewThreshold,
  'side' | 'value' | 'kind' | 'source' | 'version' | 'updatedBy' | 'updatedAt'
>

/** A threshold with the metric it limits. */
export interface ThresholdRow {
  id: string
  metricKey: string
  side: NewThreshold['side']
  /** The limit, in the unit of the metric. */
  value: number
  kind: NewThreshold['kind']
  source: string | null
  version: number
  updatedByName: string | null
  updatedAt: Date
  /** Null if the deal no longer has the metric. */
  metric: { label: string; unit: MetricUnit; value: number | null } | null
}

export type ThresholdsStore = ReturnType<typeof createThresholdsStore>

export const createThresholdsStore = (database: Database) => ({
  all: (dealId: string): Promise<ThresholdRow[]> =>
    database.db
      .select({
        id: thresholds.id,
        metricKey: thresholds.metricKey,
        side: thresholds.side,
        value: thresholds.value,
        kind: thresholds.kind,
        source: thresholds.source,
        version: thresholds.version,
        updatedByName: users.displayName,
        updatedAt: thresholds.updatedAt,
        metric: { label: dealMetrics.label, unit: dealMetrics.unit, value: dealMetrics.value },
      })
      .from(thresholds)
      .leftJoin(users, eq(users.id, thresholds.updatedBy))
      .leftJoin(
        dealMetrics,
        and(eq(dealMetrics.dealId, thresholds.dealId), eq(dealMetrics.metricKey, thresholds.metricKey)),
      )
      .where(eq(thresholds.dealId, dealId))
      .limit(maxThresholds),

  add: async (row: NewThreshold): Promise<void> => {
    await database.db.insert(thresholds).values(row)
  },

  change: async (dealId: string, id: string, change: ThresholdChange): Promise<void> => {
    await database.db
      .update(thresholds)
      .set(change)
      .where(and(eq(thresholds.dealId, dealId), eq(thresholds.id, id)))
  },

  remove: async (dealId: string, id: string): Promise<void> => {
    await database.db.delete(thresholds).where(and(eq(thresholds.dealId, dealId), eq(thresholds.id, id)))
  },

  memberIds: (dealId: string): Promise<string[]> => dealMemberIds(database, dealId),
})
