import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealMembers, deals } from '../../platform/database/tables/deals.ts'
import { orgMembers, orgs } from '../../platform/database/tables/orgs.ts'
import { providerDealUsage } from '../../platform/database/tables/provider-drafts.ts'
import { providerUsage } from '../../platform/database/tables/provider-usage.ts'
import { users } from '../../platform/database/tables/users.ts'

export type ProviderUsageStore = ReturnType<typeof createProviderUsageStore>

/** Tokens of one call, counted for a deal and its organization on a day. */
export interface Usage {
  dealId: string
  orgId: string
  day: string
  tokens: number
}

/** More people have no use in one prompt. */
const maxNames = 1_000

export const createProviderUsageStore = (database: Database) => {
  const { db } = database

  const addToDeal = async ({ dealId, day, tokens }: Usage, most: number): Promise<boolean> =>
    (
      await db
        .insert(providerDealUsage)
        .values({ dealId, day, tokens })
        .onConflictDoUpdate({
          target: [providerDealUsage.dealId, providerDealUsage.day],
          set: { tokens: sql`${providerDealUsage.tokens} + ${tokens}` },
          setWhere: sql`${providerDealUsage.tokens} + ${tokens} <= ${most}`,
        })
        .returning({ tokens: providerDealUsage.tokens })
    ).length > 0

  const addToOrg = async ({ orgId, day, tokens }: Usage, most: number): Promise<boolean> =>
    (
      await db
        .insert(providerUsage)
        .values({ orgId, day, tokens })
        .onConflictDoUpdate({
          target: [providerUsage.orgId, providerUsage.day],
          set: { tokens: sql`${providerUsage.tokens} + ${tokens}` },
          setWhere: sql`${providerUsage.tokens} + ${tokens} <= ${most}`,
        })
        .returning({ tokens: providerUsage.tokens })
    ).length > 0

  const giveBackToDeal = async ({ dealId, day }: Usage, tokens: number): Promise<void> => {
    await db
      .update(providerDealUsage)
      .set({ tokens: sql`greatest(0, ${providerDealUsage.tokens} - ${tokens})` })
      .where(and(eq(providerDealUsage.dealId, dealId), eq(providerDealUsage.day, day)))
  }

  const giveBackToOrg = async ({ orgId, day }: Usage, tokens: number): Promise<void> => {
    await db
      .update(providerUsage)
      .set({ tokens: sql`greatest(0, ${providerUsage.tokens} - ${tokens})` })
      .where(and(eq(providerUsage.orgId, orgId), eq(providerUsage.day, day)))
  }

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

    /** Names of the deal, its organization and the people in them; undefined: the organization hides nothing. */
    namesToHide: async (dealId: string, orgId: string): Promise<string[] | undefined> => {
      const [org] = await db
        .select({ name: orgs.name, settings: orgs.settings, deal: deals.name })
        .from(orgs)
        .innerJoin(deals, and(eq(deals.orgId, orgs.id), eq(deals.id, dealId)))
        .where(eq(orgs.id, orgId))
      if (org === undefined || org.settings['provider_redaction'] !== true) return undefined
      const people = await db
        .select({ name: users.displayName })
        .from(users)
        .where(
          or(
            inArray(
              users.id,
              db.select({ id: dealMembers.userId }).from(dealMembers).where(eq(dealMembers.dealId, dealId)),
            ),
            inArray(users.id, db.select({ id: orgMembers.userId }).from(orgMembers).where(eq(orgMembers.orgId, orgId))),
          ),
        )
        .limit(maxNames)
      return [org.deal, org.name, ...people.map(({ name }) => name)]
    },

    /**
     * Sets tokens aside before a call. Each budget is checked in the statement that uses it, so that two nodes cannot
     * both use the last ones.
     */
    reserve: (usage: Usage, budget: { deal: number; org: number }): Promise<boolean> =>
      database.transaction(async () => {
        if (usage.tokens > Math.min(budget.deal, budget.org)) return false
        if (!(await addToDeal(usage, budget.deal))) return false
        if (await addToOrg(usage, budget.org)) return true
        await giveBackToDeal(usage, usage.tokens)
        return false
      }),

    /** Replaces what was set aside by what was used. */
    settle: async (usage: Usage, used: number): Promise<void> => {
      await giveBackToDeal(usage, usage.tokens - used)
      await giveBackToOrg(usage, usage.tokens - used)
    },

    /** What a deal and its organization have used, or set aside, on a day. */
    used: async ({ dealId, orgId, day }: Omit<Usage, 'tokens'>): Promise<{ deal: number; org: number }> => {
      const [ofDeal] = await db
        .select({ tokens: providerDealUsage.tokens })
        .from(providerDealUsage)
        .where(and(eq(providerDealUsage.dealId, dealId), eq(providerDealUsage.day, day)))
      const [ofOrg] = await db
        .select({ tokens: providerUsage.tokens })
        .from(providerUsage)
        .where(and(eq(providerUsage.orgId, orgId), eq(providerUsage.day, day)))
      return { deal: ofDeal?.tokens ?? 0, org: ofOrg?.tokens ?? 0 }
    },

    forgetBefore: async (day: string): Promise<void> => {
      await db.delete(providerUsage).where(lt(providerUsage.day, day))
      await db.delete(providerDealUsage).where(lt(providerDealUsage.day, day))
    },
  }
}
