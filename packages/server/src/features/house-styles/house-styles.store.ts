import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { houseStyles } from '../../platform/database/tables/house-styles.ts'

export type HouseStyleRow = typeof houseStyles.$inferSelect
export type HouseStylesStore = ReturnType<typeof createHouseStylesStore>

export const createHouseStylesStore = ({ db }: Pick<Database, 'db'>) => ({
  find: async (orgId: string): Promise<HouseStyleRow | undefined> =>
    (await db.select().from(houseStyles).where(eq(houseStyles.orgId, orgId)))[0],

  /** That of the organization of a deal. */
  ofDeal: async (dealId: string): Promise<HouseStyleRow | undefined> =>
    (
      await db
        .select({ style: houseStyles })
        .from(houseStyles)
        .innerJoin(deals, eq(deals.orgId, houseStyles.orgId))
        .where(eq(deals.id, dealId))
    )[0]?.style,

  put: async (row: HouseStyleRow): Promise<void> => {
    await db.insert(houseStyles).values(row).onConflictDoUpdate({ target: houseStyles.orgId, set: row })
  },
})
