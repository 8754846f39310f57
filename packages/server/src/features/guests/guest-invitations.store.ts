import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { dealInvitations as table } from '../../platform/database/tables/invitations.ts'

export type GuestInvitationsStore = ReturnType<typeof createGuestInvitationsStore>
export type GuestInvitationRow = typeof table.$inferSelect

export interface InvitationsPage {
  after: { time: Date; id: string } | undefined
  limit: number
}

/** Who an address belongs to, as far as the deal is concerned. */
interface Holder {
  inOrganization: boolean
  onDeal: boolean
}

export const createGuestInvitationsStore = (database: Database) => {
  const { db } = database
  const isOpen = (now: Date) => and(isNull(table.closedAt), gt(table.expiresAt, now))
  const isOne = (dealId: string, id: string, now: Date) => and(eq(table.dealId, dealId), eq(table.id, id), isOpen(now))

  return {
    add: (row: typeof table.$inferInsert) => db.insert(table).values(row),
    page: (dealId: string, now: Date, { after, limit }: InvitationsPage): Promise<GuestInvitationRow[]> =>
      db
        .select()
        .from(table)
        .where(and(eq(table.dealId, dealId), isOpen(now), olderThan([table.createdAt, table.id], after)))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(limit),
    find: async (dealId: string, id: string, now: Date): Promise<GuestInvitationRow | undefined> =>
      (
        await db
          .select()
          .from(table)
          .where(isOne(dealId, id, now))
      )[0],
    sendAgain: (id: string, sent: Pick<GuestInvitationRow, 'tokenHash' | 'sentAt' | 'mails' | 'expiresAt'>) =>
      db.update(table).set(sent).where(eq(table.id, id)),
    /** Also closes expired ones, because only one unclosed invitation per address is allowed. */
    closeFor: (dealId: string, email: string, now: Date) =>
      db
        .update(table)
        .set({ closedAt: now })
        .where(and(eq(table.dealId, dealId), eq(table.email, email), isNull(table.closedAt))),
    close: (id: string, now: Date, acceptedBy: string | null) =>
      db.update(table).set({ closedAt: now, acceptedBy }).where(eq(table.id, id)),
    byToken: async (tokenHash: string, now: Date): Promise<GuestInvitationRow | undefined> =>
      (
        await db
          .select()
          .from(table)
          .where(and(eq(table.tokenHash, tokenHash), isOpen(now)))
      )[0],

    /** Guests of a deal together with open invitations. */
    count: async (dealId: string, now: Date): Promise<number> => {
      const { rows } = await database.query<{ count: number }>({
        name: 'guests_count',
        text: `SELECT (SELECT count(*) FROM deal_members m WHERE m.deal_id = $1 AND m.guest_until > now())::int
          + (SELECT count(*) FROM deal_invitations i
              WHERE i.deal_id = $1 AND i.closed_at IS NULL AND i.expires_at > $2)::int AS count`,
        values: [dealId, now],
      })
      return rows[0]?.count ?? 0
    },

    /** Whether the organization of the deal, if any, invites guests. */
    areGuestsAllowed: async (dealId: string): Promise<boolean> => {
      const { rows } = await database.query({
        name: 'guests_allowed',
        text: `SELECT FROM deals d LEFT JOIN orgs o ON o.id = d.org_id
          WHERE d.id = $1 AND (o.id IS NULL OR (o.status = 'active' AND o.settings -> 'guests' IS DISTINCT FROM 'false'))`,
        values: [dealId],
      })
      return rows.length > 0
    },

    /** What the person who has verified the address is to the deal. */
    holderOf: (dealId: string, email: string): Promise<Holder> => standing(database, dealId, { email }),
    standingOf: (dealId: string, userId: string): Promise<Holder> => standing(database, dealId, { userId }),

    /** Deletes invitations that ended long ago, in limited batches. */
    sweep: (endedBefore: Date) =>
      db.execute(
        sql`DELETE FROM deal_invitations WHERE id IN (SELECT id FROM deal_invitations
          WHERE expires_at < ${endedBefore.toISOString()} ORDER BY expires_at LIMIT 1000)`,
      ),
  }
}

const standing = async (
  database: Database,
  dealId: string,
  person: { email: string } | { userId: string },
): Promise<Holder> => {
  const [userId, value] =
    'email' in person
      ? ['(SELECT user_id FROM user_emails WHERE email = $2 AND verified_at IS NOT NULL)', person.email]
      : ['$2::uuid', person.userId]
  const { rows } = await database.query<Holder>({
    name: 'email' in person ? 'guests_holder' : 'guests_standing',
    text: `SELECT EXISTS (SELECT FROM org_members o JOIN deals d ON d.org_id = o.org_id
          WHERE d.id = $1 AND o.user_id = ${userId}) AS "inOrganization",
        EXISTS (SELECT FROM deal_members m WHERE m.deal_id = $1 AND m.user_id = ${userId}
          AND (m.guest_until IS NULL OR m.guest_until > now())) AS "onDeal"`,
    values: [dealId, value],
  })
  return rows[0] ?? { inOrganization: false, onDeal: false }
}
