import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { metricSources } from '../../platform/database/tables/models.ts'
import { dealReadings } from '../../platform/database/tables/readings.ts'

type ReadingRow = typeof dealReadings.$inferSelect
type SourceRow = typeof metricSources.$inferSelect

/** Settings that users chose for the whole workbook; null means the value found in the workbook. */
export type StoredSettings = Pick<ReadingRow, 'currency' | 'lastActualYear' | 'scale'>

export type ReadingsStore = ReturnType<typeof createReadingsStore>

export const createReadingsStore = ({ db }: Database) => {
  const put = async (dealId: string, settings: Partial<StoredSettings>, at: Date): Promise<void> => {
    await db
      .insert(dealReadings)
      .values({ dealId, version: 1, ...settings, updatedAt: at })
      .onConflictDoUpdate({
        target: dealReadings.dealId,
        set: { ...settings, version: sql`${dealReadings.version} + 1`, updatedAt: at },
      })
  }

  return {
    /** Saves the settings and increments the version. */
    put,

    /**
     * Increments the version when an intake's workbook changes, so that changes based on the former workbook are
     * rejected.
     */
    touch: (dealId: string, at: Date): Promise<void> => put(dealId, {}, at),

    /** Saves the cells that users chose or confirmed, one per metric. */
    putSources: async (rows: readonly SourceRow[]): Promise<void> => {
      if (rows.length === 0) return
      await db
        .insert(metricSources)
        .values([...rows])
        .onConflictDoUpdate({
          target: [metricSources.dealId, metricSources.metricKey],
          set: {
            sheet: sql`excluded.sheet`,
            cell: sql`excluded.cell`,
            scale: sql`excluded.scale`,
            byTemplate: sql`excluded.by_template`,
            chosenBy: sql`excluded.chosen_by`,
            chosenAt: sql`excluded.chosen_at`,
          },
        })
    },
  }
}
