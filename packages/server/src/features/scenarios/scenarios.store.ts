import { maxScenarios } from '@deal-canvas/contract'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { activeOverrides, type OverrideRow } from '../../platform/database/active-overrides.ts'
import type { Database } from '../../platform/database/database.ts'
import { dealMemberIds } from '../../platform/database/deal-member-ids.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { dealModels, modelOverrides } from '../../platform/database/tables/models.ts'
import { orgs } from '../../platform/database/tables/orgs.ts'
import { type StoredOverride, scenarios, uncertaintySettings } from '../../platform/database/tables/scenarios.ts'
import { users } from '../../platform/database/tables/users.ts'

export type ScenarioRow = typeof scenarios.$inferSelect
export type { StoredOverride }

export type ScenariosStore = ReturnType<typeof createScenariosStore>

export const createScenariosStore = (database: Database) => {
  const { db } = database

  /** Shared and proposed scenarios, and a person's own. */
  const isVisibleTo = (userId: string) =>
    or(eq(scenarios.visibility, 'shared'), isNotNull(scenarios.proposedAt), eq(scenarios.createdBy, userId))

  return {
    visible: (dealId: string, userId: string): Promise<ScenarioRow[]> =>
      db
        .select()
        .from(scenarios)
        .where(and(eq(scenarios.dealId, dealId), isVisibleTo(userId)))
        .orderBy(asc(scenarios.createdAt), asc(scenarios.id))
        .limit(maxScenarios),

    find: async (dealId: string, id: string, userId: string): Promise<ScenarioRow | undefined> =>
      (
        await db
          .select()
          .from(scenarios)
          .where(and(eq(scenarios.id, id), eq(scenarios.dealId, dealId), isVisibleTo(userId)))
      )[0],

    count: async (dealId: string): Promise<number> =>
      (await db.select({ count: count() }).from(scenarios).where(eq(scenarios.dealId, dealId)))[0]?.count ?? 0,

    /** Whether another scenario that the user can see has this name, regardless of case. */
    isNameTaken: async (dealId: string, name: string, userId: string, except?: string): Promise<boolean> =>
      (
        await db
          .select({ id: scenarios.id })
          .from(scenarios)
          .where(
            and(
              eq(scenarios.dealId, dealId),
              sql`lower(${scenarios.name}) = lower(${name})`,
              isVisibleTo(userId),
              except === undefined ? undefined : ne(scenarios.id, except),
            ),
          )
          .limit(1)
      ).length > 0,

    add: async (row: ScenarioRow): Promise<void> => {
      await db.insert(scenarios).values(row)
    },

    /** Gives a new scenario what is uncertain in another, if that has its own settings; returns the varying inputs. */
    copyUncertainty: async (row: ScenarioRow, from: string): Promise<string[] | undefined> => {
      const [newest] = await db
        .select()
        .from(uncertaintySettings)
        .where(and(eq(uncertaintySettings.dealId, row.dealId), eq(uncertaintySettings.scenarioId, from)))
        .orderBy(desc(uncertaintySettings.version))
        .limit(1)
      if (newest === undefined || newest.inputs === null) return undefined
      const { id: scenarioId, createdBy: savedBy, createdAt: savedAt } = row
      await db.insert(uncertaintySettings).values({ ...newest, scenarioId, version: 1, savedBy, savedAt })
      return newest.inputs.map(({ metricKey }) => metricKey)
    },

    save: async (row: ScenarioRow): Promise<void> => {
      const { id, dealId, ...rest } = row
      await db
        .update(scenarios)
        .set(rest)
        .where(and(eq(scenarios.id, id), eq(scenarios.dealId, dealId)))
    },

    delete: async (dealId: string, id: string): Promise<void> => {
      await db
        .update(scenarios)
        .set({ basedOn: null })
        .where(and(eq(scenarios.dealId, dealId), eq(scenarios.basedOn, id)))
      await db
        .delete(uncertaintySettings)
        .where(and(eq(uncertaintySettings.dealId, dealId), eq(uncertaintySettings.scenarioId, id)))
      await db.delete(scenarios).where(and(eq(scenarios.id, id), eq(scenarios.dealId, dealId)))
    },

    /** The scenario that the memo presents; undefined for Base. */
    presented: async (dealId: string): Promise<ScenarioRow | undefined> =>
      (
        await db
          .select({ scenario: scenarios })
          .from(dealModels)
          .innerJoin(
            scenarios,
            and(eq(scenarios.id, dealModels.presentedScenario), eq(scenarios.dealId, dealModels.dealId)),
          )
          .where(eq(dealModels.dealId, dealId))
      )[0]?.scenario,

    setPresented: async (dealId: string, id: string | null): Promise<void> => {
      await db.update(dealModels).set({ presentedScenario: id }).where(eq(dealModels.dealId, dealId))
    },

    hasWorkbook: async (dealId: string): Promise<boolean> =>
      (
        await db
          .select({ dealId: dealModels.dealId })
          .from(dealModels)
          .where(and(eq(dealModels.dealId, dealId), isNotNull(dealModels.sha256)))
      ).length > 0,

    /** Whether the organization of the deal requires approval of changed numbers. */
    needsApproval: async (dealId: string): Promise<boolean> =>
      (
        await db
          .select({ settings: orgs.settings })
          .from(deals)
          .innerJoin(orgs, eq(orgs.id, deals.orgId))
          .where(eq(deals.id, dealId))
      )[0]?.settings['scenario_approval'] === true,

    /** For each metric the newest override of the model that was not reverted. */
    active: (dealId: string): Promise<OverrideRow[]> => activeOverrides(database, dealId),

    /** Reverts all overrides of the model except some. */
    revertOthers: async (dealId: string, except: readonly string[], at: Date, version: number): Promise<void> => {
      await db
        .update(modelOverrides)
        .set({ revertedAt: at, revertedVersion: version })
        .where(
          and(
            eq(modelOverrides.dealId, dealId),
            isNull(modelOverrides.revertedAt),
            except.length === 0 ? undefined : notInArray(modelOverrides.id, [...except]),
          ),
        )
    },

    addOverrides: async (rows: readonly OverrideRow[]): Promise<void> => {
      if (rows.length > 0) await db.insert(modelOverrides).values([...rows])
    },

    namesOf: async (userIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (userIds.length === 0) return new Map()
      const rows = await db
        .select({ id: users.id, name: users.displayName })
        .from(users)
        .where(inArray(users.id, [...new Set(userIds)]))
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    memberIds: (dealId: string, role?: 'owner'): Promise<string[]> => dealMemberIds(database, dealId, role),
  }
}
