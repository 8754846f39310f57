import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { markedName } from '../../platform/database/marked-name.ts'
import { orgInvitations as table } from '../../platform/database/tables/invitations.ts'
import { orgs } from '../../platform/database/tables/orgs.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'
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

    /** Includes a mark if the user has not confirmed the address. */
    nameInMails: async (userId: string): Promise<string> => {
      const name = sql<string>`${sql.raw(markedName('users'))}`
      return (await db.select({ name }).from(users).where(eq(users.id, userId)))[0]?.name ?? ''
    },
    /** How an address belongs to a user; undefined if it does not. */
    addressOf: async (userId: string, email: string) =>
      (
        await db
          .select({
            verifiedAt: userEmails.verifiedAt,
            canSignIn: userEmails.canSignIn,
            replaces: userEmails.replaces,
            heldElsewhere: sql<boolean>`EXISTS (SELECT 1 FROM user_emails held
              WHERE held.email = user_emails.email AND held.verified_at IS NOT NULL
                AND held.user_id <> user_emails.user_id)`,
          })
          .from(userEmails)
          .where(and(eq(userEmails.userId, userId), eq(userEmails.email, email)))
      )[0],
    confirmAddress: (userId: string, email: string, now: Date) =>
      db
        .update(userEmails)
        .set({ verifiedAt: now })
        .where(and(eq(userEmails.userId, userId), eq(userEmails.email, email))),
  }
}
