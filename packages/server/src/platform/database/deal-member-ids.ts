import { and, eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { dealMembers } from './tables/deals.ts'

/** More members than this are not notified of one change. */
const maxNotified = 1_000

/** The members of a deal, or those with one role, for a notification. */
export const dealMemberIds = async (
  { db }: Pick<Database, 'db'>,
  dealId: string,
  role?: 'owner',
): Promise<string[]> => {
  const rows = await db
    .select({ userId: dealMembers.userId })
    .from(dealMembers)
    .where(and(eq(dealMembers.dealId, dealId), role === undefined ? undefined : eq(dealMembers.role, role)))
    .limit(maxNotified)
  return rows.map(({ userId }) => userId)
}
