import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { findingSettlements } from '../../platform/database/tables/finding-settlements.ts'
import { users } from '../../platform/database/tables/users.ts'

export type StoredSettlement = typeof findingSettlements.$inferSelect

export interface SettlementRow {
  settlement: StoredSettlement
  settledByName: string
}

export type SettlementsStore = ReturnType<typeof createSettlementsStore>

export const createSettlementsStore = ({ db }: Database) => {
  const select = () =>
    db
      .select({ settlement: findingSettlements, settledByName: users.displayName })
      .from(findingSettlements)
      .innerJoin(users, eq(users.id, findingSettlements.settledBy))
  const isOne = (dealId: string, findingId: string) =>
    and(eq(findingSettlements.dealId, dealId), eq(findingSettlements.findingId, findingId))

  return {
    /** Those of the given findings, also settlements that were undone or no longer hold. */
    of: async (dealId: string, findingIds: readonly string[]): Promise<SettlementRow[]> =>
      findingIds.length === 0
        ? []
        : select().where(
            and(eq(findingSettlements.dealId, dealId), inArray(findingSettlements.findingId, [...findingIds])),
          ),

    find: async (dealId: string, findingId: string): Promise<StoredSettlement | undefined> =>
      (await select().where(isOne(dealId, findingId)))[0]?.settlement,

    put: async (row: StoredSettlement): Promise<void> => {
      await db
        .insert(findingSettlements)
        .values(row)
        .onConflictDoUpdate({ target: [findingSettlements.dealId, findingSettlements.findingId], set: row })
    },
  }
}
