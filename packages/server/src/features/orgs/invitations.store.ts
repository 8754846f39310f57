import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { orgInvitations as table } from '../../platform/database/tables/invitations.ts'
import { orgs } from '../../platform/database/tables/orgs.ts'
import type { PageOf } from './members.store.ts'

export type InvitationsStore = ReturnType<typeof createInvitationsStore>
export type InvitationRow = typeof table.$inferSelect

export const createInvitationsStore = ({ db }: Database) => {
  const isOpen = (now: Date) => and(isNull(table.closedAt), gt(table.expiresAt, now))
  /** Organizations that are not active accept no members. */
  const openBy = (tokenHash: string, now: Date) =>
    db
      .select({ invitation: table })
      .from(table)
      .innerJoin(orgs, and(eq(orgs.id, table.orgId), eq(orgs.status, 'active')))
      .where(and(eq(table.tokenHash, tokenHash), isOpen(now)))

  return {
    add: (row: typeof table.$inferInsert) => db.insert(table).values(row),
    page: (orgId: string, now: Date, { after, limit }: PageOf) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.orgId, orgId), isOpen(now), olderThan([table.createdAt, table.id], after)))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(limit),
    /** Also closes expired ones, because only one unclosed invitation per address is allowed. */
    closeFor: (orgId: string, email: string, now: Date) =>
      db
        .update(table)
        .set({ closedAt: now })
        .where(and(eq(table.orgId, orgId), eq(table.email, email), isNull(table.closedAt))),
    withdraw: async (orgId: string, id: string, now: Date): Promise<InvitationRow | undefined> =>
      (
        await db
          .update(table)
          .set({ closedAt: now })
          .where(and(eq(table.orgId, orgId), eq(table.id, id), isOpen(now)))
          .returning()
      )[0],

    open: async (tokenHash: string, now: Date): Promise<InvitationRow | undefined> =>
      (await openBy(tokenHash, now))[0]?.invitation,
    /** Locks the row, so that of two concurrent uses one finds the invitation closed. */
    lockOpen: async (tokenHash: string, now: Date): Promise<InvitationRow | undefined> =>
      (await openBy(tokenHash, now).for('update', { of: table }))[0]?.invitation,
    accept: (id: string, acceptedBy: string, now: Date) =>
      db.update(table).set({ closedAt: now, acceptedBy }).where(eq(table.id, id)),

    /** Deletes invitations that ended long ago, in limited batches. */
    sweep: (endedBefore: Date) =>
      db.execute(
        sql`DELETE FROM org_invitations WHERE id IN (SELECT id FROM org_invitations
          WHERE expires_at < ${endedBefore.toISOString()} ORDER BY expires_at LIMIT 1000)`,
      ),
  }
}
