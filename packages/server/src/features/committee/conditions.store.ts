import { maxConditions } from '@deal-canvas/contract'
import { and, asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/database/database.ts'
import { dealConditions } from '../../platform/database/tables/committee.ts'
import { users } from '../../platform/database/tables/users.ts'

export type StoredCondition = typeof dealConditions.$inferSelect

export interface ConditionRow {
  condition: StoredCondition
  ownerName: string | null
  createdByName: string | null
}

export type ConditionsStore = ReturnType<typeof createConditionsStore>

export const createConditionsStore = ({ db }: Database) => {
  const owner = alias(users, 'owner')
  const author = alias(users, 'author')
  return {
    /** In the order in which they were added. */
    all: (dealId: string): Promise<ConditionRow[]> =>
      db
        .select({ condition: dealConditions, ownerName: owner.displayName, createdByName: author.displayName })
        .from(dealConditions)
        .leftJoin(owner, eq(owner.id, dealConditions.ownerId))
        .leftJoin(author, eq(author.id, dealConditions.createdBy))
        .where(eq(dealConditions.dealId, dealId))
        .orderBy(asc(dealConditions.createdAt), asc(dealConditions.id))
        .limit(maxConditions),

    add: async (rows: readonly StoredCondition[]): Promise<void> => {
      await db.insert(dealConditions).values([...rows])
    },

    save: async (dealId: string, id: string, change: Partial<StoredCondition>): Promise<void> => {
      await db
        .update(dealConditions)
        .set(change)
        .where(and(eq(dealConditions.dealId, dealId), eq(dealConditions.id, id)))
    },

    /** Every condition that is open becomes a part of the decision. */
    decideWith: async (dealId: string): Promise<string[]> =>
      (
        await db
          .update(dealConditions)
          .set({ decidedWith: true })
          .where(and(eq(dealConditions.dealId, dealId), eq(dealConditions.status, 'open')))
          .returning({ id: dealConditions.id })
      ).map(({ id }) => id),

    remove: async (dealId: string, id: string): Promise<void> => {
      await db.delete(dealConditions).where(and(eq(dealConditions.dealId, dealId), eq(dealConditions.id, id)))
    },
  }
}
