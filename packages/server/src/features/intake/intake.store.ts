import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { roleCounts } from '../../platform/database/role-counts.ts'
import { dealMembers } from '../../platform/database/tables/deals.ts'
import { intakeConversations } from '../../platform/database/tables/intake.ts'
import { visibleDeal } from '../../platform/database/visible-deals.ts'

export type ConversationRow = typeof intakeConversations.$inferSelect

export type IntakeStore = ReturnType<typeof createIntakeStore>

const visible = visibleDeal('intake_conversations.owner_id', 'intake_conversations.deal_id')

/**
 * The organization's storage is charged for the files, so former members and members of an inactive organization must
 * not add any.
 */
const isMemberStill = `(intake_conversations.org_id IS NULL OR EXISTS (
  SELECT FROM org_members member JOIN orgs ON orgs.id = member.org_id AND orgs.status = 'active'
  WHERE member.org_id = intake_conversations.org_id AND member.user_id = intake_conversations.owner_id
    AND ${roleCounts('member')}))`

/**
 * Matches the user who started the conversation while they are a member of its organization. Once the deal exists, they
 * must own it and be able to see it, because its files and name are shown and changed here.
 */
const isOf = (ownerId: string) =>
  and(
    eq(intakeConversations.ownerId, ownerId),
    sql`CASE WHEN ${intakeConversations.dealName} IS NULL THEN ${sql.raw(isMemberStill)}
      ELSE EXISTS (SELECT FROM ${dealMembers}
        WHERE ${dealMembers.dealId} = ${intakeConversations.dealId} AND ${dealMembers.userId} = ${ownerId}
          AND ${dealMembers.role} = 'owner') AND ${sql.raw(visible)} END`,
  )

export const createIntakeStore = ({ db }: Database) => ({
  add: async (conversation: ConversationRow): Promise<void> => {
    await db.insert(intakeConversations).values(conversation)
  },

  /** Only visible to its owner. */
  find: async (ownerId: string, id: string): Promise<ConversationRow | undefined> =>
    (
      await db
        .select()
        .from(intakeConversations)
        .where(and(eq(intakeConversations.id, id), isOf(ownerId)))
    )[0],

  /**
   * Locks the row until the transaction ends. Check ownership in a separate statement afterwards: a statement that
   * waited for the lock sees the current row but outdated memberships.
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

  /** Called when its build has ended. */
  end: async (dealId: string, status: 'ready' | 'failed', at: Date): Promise<void> => {
    await db.update(intakeConversations).set({ status, updatedAt: at }).where(eq(intakeConversations.dealId, dealId))
  },
})
