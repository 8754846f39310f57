import { maxMetrics } from '@deal-canvas/contract'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { activeOverrides, type OverrideRow } from '../../platform/database/active-overrides.ts'
import type { Database } from '../../platform/database/database.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { dealModels, metricSources, modelOverrides } from '../../platform/database/tables/models.ts'
import { dealReadings } from '../../platform/database/tables/readings.ts'
import { dealMetrics } from '../../platform/database/tables/sections.ts'
import type { RememberedCell } from './built-model.ts'
import type { ReplacedValue } from './model-state.ts'

export type { OverrideRow }

export type DealModelRow = typeof dealModels.$inferSelect
type SourceRow = typeof metricSources.$inferSelect
export type DealReadingRow = typeof dealReadings.$inferSelect

export type ModelsStore = ReturnType<typeof createModelsStore>

export const createModelsStore = (database: Database) => {
  const { db } = database

  return {
    current: async (dealId: string): Promise<DealModelRow | undefined> =>
      (await db.select().from(dealModels).where(eq(dealModels.dealId, dealId)))[0],

    tierOf: async (dealId: string) =>
      (await db.select({ tier: deals.tier }).from(deals).where(eq(deals.id, dealId)))[0]?.tier,

    put: async (row: Omit<DealModelRow, 'presentedScenario'>): Promise<void> => {
      const { dealId: _, ...rest } = row
      await db.insert(dealModels).values(row).onConflictDoUpdate({ target: dealModels.dealId, set: rest })
    },

    /** Increments the version, also if there is no model yet, and returns it. */
    move: async (dealId: string, at: Date): Promise<number | undefined> => {
      const { rows } = await database.query<{ version: number }>({
        name: 'models_move',
        text: `INSERT INTO deal_models (deal_id, version, formulas, computed, agreeing, updated_at)
          VALUES ($1, 1, 0, 0, 0, $2)
          ON CONFLICT (deal_id) DO UPDATE SET version = deal_models.version + 1, updated_at = excluded.updated_at
          RETURNING version`,
        values: [dealId, at],
      })
      return rows[0]?.version
    },

    setTier: async (dealId: string, tier: 'full' | 'values_only'): Promise<void> => {
      await db.update(deals).set({ tier }).where(eq(deals.id, dealId))
    },

    /** The chosen cells, with the name and unit of each metric that the deal has. */
    sources: (dealId: string) =>
      db
        .select({
          metricKey: metricSources.metricKey,
          sheet: metricSources.sheet,
          cell: metricSources.cell,
          scale: metricSources.scale,
          byTemplate: metricSources.byTemplate,
          metric: { label: dealMetrics.label, unit: dealMetrics.unit },
        })
        .from(metricSources)
        .leftJoin(
          dealMetrics,
          and(eq(dealMetrics.dealId, metricSources.dealId), eq(dealMetrics.metricKey, metricSources.metricKey)),
        )
        .where(eq(metricSources.dealId, dealId))
        .orderBy(asc(metricSources.metricKey))
        .limit(maxMetrics),

    putSource: async (row: SourceRow): Promise<void> => {
      const { dealId: _, metricKey: __, ...rest } = row
      await db
        .insert(metricSources)
        .values(row)
        .onConflictDoUpdate({ target: [metricSources.dealId, metricSources.metricKey], set: rest })
    },

    dropSources: async (dealId: string, metricKeys: readonly string[]): Promise<void> => {
      if (metricKeys.length === 0) return
      await db
        .delete(metricSources)
        .where(and(eq(metricSources.dealId, dealId), inArray(metricSources.metricKey, [...metricKeys])))
    },

    /** Settings that members entered for the workbook as a whole. */
    reading: async (dealId: string): Promise<DealReadingRow | undefined> =>
      (await db.select().from(dealReadings).where(eq(dealReadings.dealId, dealId)))[0],

    /** Stores the currency stated in the workbook; the one set by a person is kept separately. */
    noteCurrency: async (dealId: string, workbookCurrency: string | null, at: Date): Promise<void> => {
      await db
        .insert(dealReadings)
        .values({ dealId, version: 0, workbookCurrency, updatedAt: at })
        .onConflictDoUpdate({ target: dealReadings.dealId, set: { workbookCurrency } })
    },

    /** Replaces the cells remembered for the template of the previous workbook with those for the current one. */
    replaceRemembered: async (dealId: string, cells: readonly RememberedCell[]): Promise<void> => {
      await db.delete(metricSources).where(and(eq(metricSources.dealId, dealId), eq(metricSources.byTemplate, true)))
      if (cells.length === 0) return
      await db
        .insert(metricSources)
        .values(
          cells.map(({ chosenAt, ...cell }) => ({ ...cell, dealId, byTemplate: true, chosenAt: new Date(chosenAt) })),
        )
        .onConflictDoNothing()
    },

    /** For each metric the latest override that was not reverted. */
    overrides: (dealId: string): Promise<OverrideRow[]> => activeOverrides(database, dealId),

    /** Stores the workbook value behind each override. */
    setWorkbookValues: async (dealId: string, replaced: readonly ReplacedValue[]): Promise<void> => {
      if (replaced.length === 0) return
      await database.query({
        name: 'models_workbook_values',
        text: `UPDATE model_overrides o SET workbook_value = read.value
          FROM unnest($2::text[], $3::float8[]) AS read (metric_key, value)
          WHERE o.deal_id = $1 AND o.reverted_at IS NULL AND o.metric_key = read.metric_key`,
        values: [dealId, replaced.map(({ metricKey }) => metricKey), replaced.map(({ value }) => value)],
      })
    },

    /**
     * Deletes overrides instead of reverting them, so that they are not counted as reverted by a person. The audit
     * trail still has them.
     */
    dropOverrides: async (dealId: string, metricKeys: readonly string[]): Promise<void> => {
      if (metricKeys.length === 0) return
      await db
        .delete(modelOverrides)
        .where(
          and(
            eq(modelOverrides.dealId, dealId),
            inArray(modelOverrides.metricKey, [...metricKeys]),
            isNull(modelOverrides.revertedAt),
          ),
        )
    },
  }
}
