import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { orgs } from '../../platform/database/tables/orgs.ts'
import { providerUsage } from '../../platform/database/tables/provider-usage.ts'

export type ProviderUsageStore = ReturnType<typeof createProviderUsageStore>

/** Tokens of one call, counted for an organization on a day. */
export interface Usage {
  orgId: string
  day: string
  tokens: number
}

export const createProviderUsageStore = (database: Database) => {
  const { db } = database
  return {
    /** The organization of a deal, if it has the model provider switched on. */
    orgWithProvider: async (dealId: string): Promise<string | undefined> => {
      const [org] = await db
        .select({ id: orgs.id, settings: orgs.settings, status: orgs.status })
        .from(deals)
        .innerJoin(orgs, eq(orgs.id, deals.orgId))
        .where(eq(deals.id, dealId))
      return org?.status === 'active' && org.settings['model_provider'] === true ? org.id : undefined
    },

    /** Sets tokens aside before a call, in one statement, so that two nodes cannot both use the last ones. */
    reserve: async ({ orgId, day, tokens }: Usage, budget: number): Promise<boolean> => {
      if (tokens > budget) return false
      const reserved = await db
        .insert(providerUsage)
        .values({ orgId, day, tokens })
        .onConflictDoUpdate({
          target: [providerUsage.orgId, providerUsage.day],
          set: { tokens: sql`${providerUsage.tokens} + ${tokens}` },
          setWhere: sql`${providerUsage.tokens} + ${tokens} <= ${budget}`,
        })
        .returning({ tokens: providerUsage.tokens })
      return reserved.length > 0
    },

    /** Replaces what was set aside by what was used. */
    settle: async ({ orgId, day, tokens }: Usage, used: number): Promise<void> => {
      await db
        .update(providerUsage)
        .set({ tokens: sql`greatest(0, ${providerUsage.tokens} + ${used - tokens})` })
        .where(and(eq(providerUsage.orgId, orgId), eq(providerUsage.day, day)))
    },

    forgetBefore: async (day: string): Promise<void> => {
      await db.delete(providerUsage).where(lt(providerUsage.day, day))
    },
  }
}
