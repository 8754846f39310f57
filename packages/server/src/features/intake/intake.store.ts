import { and, desc, eq, sql } from 'drizzle-orm'
import { olderThan } from '../../platform/database/after-row.ts'
import type { Database } from '../../platform/database/database.ts'
import { dealMembers } from '../../platform/database/tables/deals.ts'
import { intakeConversations } from '../../platform/database/tables/intake.ts'

export type ConversationRow = typeof intakeConversations.$inferSelect

export type IntakeStore = ReturnType<typeof createIntakeStore>

/** Who began it; and once there is a deal, as long as it is theirs: the files and the name of it are shown and changed here. */
const isOf = (ownerId: string) =>
  and(
    eq(intakeConversations.ownerId, ownerId),
    sql`(${intakeConversations.dealName} IS NULL OR EXISTS (SELECT FROM ${dealMembers}
      WHERE ${dealMembers.dealId} = ${intakeConversations.dealId} AND ${dealMembers.userId} = ${ownerId}
        AND ${dealMembers.role} = 'owner'))`,
  )

export const createIntakeStore = ({ db }: Database) => ({
  add: async (conversation: ConversationRow): Promise<void> => {
    await db.insert(intakeConversations).values(conversation)
  },

  /** Only its owner has it. */
  find: async (ownerId: string, id: string): Promise<ConversationRow | undefined> =>
    (
      await db
        .select()
        .from(intakeConversations)
        .where(and(eq(intakeConversations.id, id), isOf(ownerId)))
    )[0],

  /**
   * Holds it until the end of the transaction. Whether it is still theirs is asked afterwards: a statement that waited
   * for the row sees the row of now, and the members of before.
   */
  hold: async (ownerId: string, id: string): Promise<void> => {
    await db
      .select({ id: intakeConversations.id })
      .from(intakeConversations)
      .where(and(eq(intakeConversations.id, id), eq(intakeConversations.ownerId, ownerId)))
      .for('update')
  },

  page: (
    ownerId: string,
    { after, limit }: { after: { time: Date; id: string } | undefined; limit: number },
  ): Promise<ConversationRow[]> =>
    db
      .select()
      .from(intakeConversations)
      .where(and(isOf(ownerId), olderThan([intakeConversations.createdAt, intakeConversations.id], after)))
      .orderBy(desc(intakeConversations.createdAt), desc(intakeConversations.id))
      .limit(limit),

  save: async (
    id: string,
    change: Partial<Pick<ConversationRow, 'status' | 'dealName' | 'suggestion'>> & { updatedAt: Date },
  ): Promise<void> => {
    await db.update(intakeConversations).set(change).where(eq(intakeConversations.id, id))
  },

  /** When its build has ended. */
  end: async (dealId: string, status: 'ready' | 'failed', at: Date): Promise<void> => {
    await db.update(intakeConversations).set({ status, updatedAt: at }).where(eq(intakeConversations.dealId, dealId))
  },
})
