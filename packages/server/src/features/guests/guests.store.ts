import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealMembers } from '../../platform/database/tables/deals.ts'

export type GuestsStore = ReturnType<typeof createGuestsStore>
export type GuestRow = typeof dealMembers.$inferSelect & { guestUntil: Date }

export interface Place {
  dealId: string
  userId: string
}

export const createGuestsStore = ({ db }: Database) => {
  const isGuest = ({ dealId, userId }: Place) =>
    and(eq(dealMembers.dealId, dealId), eq(dealMembers.userId, userId), isNotNull(dealMembers.guestUntil))

  return {
    add: (row: typeof dealMembers.$inferInsert & { guestUntil: Date }) => db.insert(dealMembers).values(row),
    find: async (place: Place): Promise<GuestRow | undefined> => {
      const [row] = await db.select().from(dealMembers).where(isGuest(place))
      return row === undefined || row.guestUntil === null ? undefined : { ...row, guestUntil: row.guestUntil }
    },
    save: (place: Place, change: Partial<Pick<GuestRow, 'role' | 'guestUntil' | 'guestVersion' | 'guestWarnedAt'>>) =>
      db.update(dealMembers).set(change).where(isGuest(place)),
    remove: (place: Place) => db.delete(dealMembers).where(isGuest(place)),

    /** Guests whose access has ended. */
    expired: (now: Date, limit: number): Promise<Place[]> =>
      db
        .select({ dealId: dealMembers.dealId, userId: dealMembers.userId })
        .from(dealMembers)
        .where(lte(dealMembers.guestUntil, now))
        .orderBy(dealMembers.guestUntil)
        .limit(limit),
    /** Guests whose access ends soon, of whom nobody was told. */
    endingBy: (soon: Date, limit: number): Promise<Place[]> =>
      db
        .select({ dealId: dealMembers.dealId, userId: dealMembers.userId })
        .from(dealMembers)
        .where(and(lte(dealMembers.guestUntil, soon), sql`${dealMembers.guestWarnedAt} IS NULL`))
        .orderBy(dealMembers.guestUntil)
        .limit(limit),
  }
}
