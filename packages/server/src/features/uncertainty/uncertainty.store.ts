import { maxUncertaintyVersions } from '@deal-canvas/contract'
import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { type StoredUncertainty, uncertaintySettings } from '../../platform/database/tables/scenarios.ts'
import { users } from '../../platform/database/tables/users.ts'

export type { StoredUncertainty }

export type UncertaintyRow = typeof uncertaintySettings.$inferSelect

export interface SavedVersion {
  version: number
  savedBy: string | null
  savedAt: Date
  isReset: boolean
}

export type UncertaintyStore = ReturnType<typeof createUncertaintyStore>

export const createUncertaintyStore = ({ db }: Database) => {
  const ofScenario = (dealId: string, scenarioId: string) =>
    and(eq(uncertaintySettings.dealId, dealId), eq(uncertaintySettings.scenarioId, scenarioId))

  return {
    /** The newest version of each scenario that has one. */
    newest: async (dealId: string, scenarioIds: readonly string[]): Promise<ReadonlyMap<string, UncertaintyRow>> => {
      const rows = await db
        .selectDistinctOn([uncertaintySettings.scenarioId])
        .from(uncertaintySettings)
        .where(and(eq(uncertaintySettings.dealId, dealId), inArray(uncertaintySettings.scenarioId, [...scenarioIds])))
        .orderBy(uncertaintySettings.scenarioId, desc(uncertaintySettings.version))
      return new Map(rows.map((row) => [row.scenarioId, row]))
    },

    find: async (dealId: string, scenarioId: string, version: number): Promise<UncertaintyRow | undefined> =>
      (
        await db
          .select()
          .from(uncertaintySettings)
          .where(and(ofScenario(dealId, scenarioId), eq(uncertaintySettings.version, version)))
      )[0],

    versions: async (dealId: string, scenarioId: string): Promise<SavedVersion[]> => {
      const rows = await db
        .select({
          version: uncertaintySettings.version,
          savedBy: users.displayName,
          savedAt: uncertaintySettings.savedAt,
          inputs: uncertaintySettings.inputs,
        })
        .from(uncertaintySettings)
        .leftJoin(users, eq(users.id, uncertaintySettings.savedBy))
        .where(ofScenario(dealId, scenarioId))
        .orderBy(desc(uncertaintySettings.version))
        .limit(maxUncertaintyVersions)
      return rows.map(({ inputs, ...row }) => ({ ...row, isReset: inputs === null }))
    },

    /** Adds a version and drops those that are too old to be kept. */
    add: async (row: UncertaintyRow): Promise<void> => {
      await db.insert(uncertaintySettings).values(row)
      await db
        .delete(uncertaintySettings)
        .where(
          and(
            ofScenario(row.dealId, row.scenarioId),
            lte(uncertaintySettings.version, row.version - maxUncertaintyVersions),
          ),
        )
    },
  }
}
