import { maxMetrics } from '@deal-canvas/contract'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from './database.ts'
import { modelOverrides } from './tables/models.ts'

export type OverrideRow = typeof modelOverrides.$inferSelect

/** For each metric of a deal the newest override that was not reverted. */
export const activeOverrides = ({ db }: Database, dealId: string): Promise<OverrideRow[]> =>
  db
    .selectDistinctOn([modelOverrides.metricKey])
    .from(modelOverrides)
    .where(and(eq(modelOverrides.dealId, dealId), isNull(modelOverrides.revertedAt)))
    .orderBy(asc(modelOverrides.metricKey), desc(modelOverrides.version))
    .limit(maxMetrics)
