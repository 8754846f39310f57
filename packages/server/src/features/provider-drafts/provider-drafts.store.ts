import type { DraftAgent } from '@deal-canvas/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { olderThan } from '../../platform/database/keyset-cursor.ts'
import { providerDrafts } from '../../platform/database/tables/provider-drafts.ts'
import { isId } from '../../platform/ids.ts'

export type DraftRow = typeof providerDrafts.$inferSelect

/** What ends a draft. */
export type DraftEnd = Pick<DraftRow, 'status' | 'endedAt'> &
  Partial<Pick<DraftRow, 'problem' | 'report' | 'commentId' | 'proposal'>>

const sweptAtOnce = 500

export type ProviderDraftsStore = ReturnType<typeof createProviderDraftsStore>

export const createProviderDraftsStore = (database: Database) => {
  const { db } = database
  const isRow = ({ dealId, id }: Pick<DraftRow, 'dealId' | 'id'>) =>
    and(eq(providerDrafts.dealId, dealId), eq(providerDrafts.id, id))
  /** Neither ended nor taken over: an attempt that another node has taken over must not write any more. */
  const isOwned = (row: Pick<DraftRow, 'dealId' | 'id' | 'attempts'>) =>
    and(isRow(row), eq(providerDrafts.attempts, row.attempts), eq(providerDrafts.status, 'running'))

  const isChanged = async (changing: Promise<{ id: string }[]>): Promise<boolean> => (await changing).length > 0

  return {
    /** False: the section is being drafted already. */
    add: (row: DraftRow): Promise<boolean> =>
      isChanged(db.insert(providerDrafts).values(row).onConflictDoNothing().returning({ id: providerDrafts.id })),

    page: (
      dealId: string,
      { after, limit }: { after: { time: Date; id: string } | undefined; limit: number },
    ): Promise<DraftRow[]> =>
      db
        .select()
        .from(providerDrafts)
        .where(and(eq(providerDrafts.dealId, dealId), olderThan([providerDrafts.createdAt, providerDrafts.id], after)))
        .orderBy(desc(providerDrafts.createdAt), desc(providerDrafts.id))
        .limit(limit),

    find: async (dealId: string, id: string): Promise<DraftRow | undefined> =>
      isId(id) ? (await db.select().from(providerDrafts).where(isRow({ dealId, id })))[0] : undefined,

    /** Leases drafts that are due; skips rows that another node is leasing. */
    take: async (now: Date, until: Date, limit: number): Promise<DraftRow[]> => {
      const { rows } = await database.query<{ id: string; dealId: string }>({
        name: 'provider_drafts_take',
        text: `UPDATE provider_drafts SET due_at = $2, status = 'running', attempts = attempts + 1 WHERE id IN (
            SELECT id FROM provider_drafts WHERE due_at <= $1
            ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
          RETURNING id, deal_id AS "dealId"`,
        values: [now, until, limit],
      })
      const taken = await Promise.all(
        rows.map(async (row) => (await db.select().from(providerDrafts).where(isRow(row)))[0]),
      )
      return taken.flatMap((row) => row ?? [])
    },

    /** Makes the drafts of a process that ended due at once; only if no other process uses the database. */
    releaseAll: async (now: Date): Promise<void> => {
      await database.query({
        name: 'provider_drafts_release_all',
        text: `UPDATE provider_drafts SET due_at = $1 WHERE due_at IS NOT NULL AND due_at > $1`,
        values: [now],
      })
    },

    /** Keeps the lease. False: the draft was taken over, cancelled or deleted. */
    beat: (row: DraftRow, until: Date): Promise<boolean> =>
      isChanged(
        db.update(providerDrafts).set({ dueAt: until }).where(isOwned(row)).returning({ id: providerDrafts.id }),
      ),

    /** Notes that an agent is being asked, and the tokens that are set aside for it. */
    ask: (row: DraftRow, agent: DraftAgent, reserved: DraftRow['reserved']): Promise<boolean> =>
      isChanged(
        db.update(providerDrafts).set({ agent, reserved }).where(isOwned(row)).returning({ id: providerDrafts.id }),
      ),

    /** Notes that the answer of an agent is kept. Returns what was set aside for it; null: it had been noted before. */
    answered: async (row: DraftRow, agent: DraftAgent, tokens: number): Promise<DraftRow['reserved']> => {
      const { rows } = await database.query<{ reserved: DraftRow['reserved'] }>({
        name: 'provider_draft_answered',
        text: `UPDATE provider_drafts d SET reserved = NULL, tokens = d.tokens + $4
          FROM (SELECT id, reserved FROM provider_drafts WHERE deal_id = $1 AND id = $2 FOR UPDATE) before
          WHERE d.id = before.id AND d.attempts = $3 AND d.status = 'running' AND d.agent = $5 AND before.reserved IS NOT NULL
          RETURNING before.reserved`,
        values: [row.dealId, row.id, row.attempts, tokens, agent],
      })
      return rows[0]?.reserved ?? null
    },

    /** Ends a draft that is not over; false: it was over, or another node has it. */
    end: (row: DraftRow, ended: DraftEnd): Promise<boolean> =>
      isChanged(
        db
          .update(providerDrafts)
          .set({ ...ended, dueAt: null, agent: null, reserved: null })
          .where(isOwned(row))
          .returning({ id: providerDrafts.id }),
      ),

    cancel: (row: DraftRow, at: Date): Promise<boolean> =>
      isChanged(
        db
          .update(providerDrafts)
          .set({ status: 'cancelled', endedAt: at, dueAt: null, agent: null, reserved: null })
          .where(and(isRow(row), sql`${providerDrafts.dueAt} IS NOT NULL`))
          .returning({ id: providerDrafts.id }),
      ),

    /** Deletes expired drafts, a bounded number per call. */
    deleteExpired: async (now: Date): Promise<void> => {
      await database.query({
        name: 'provider_drafts_delete_expired',
        text: `DELETE FROM provider_drafts WHERE id IN (
          SELECT id FROM provider_drafts WHERE expires_at <= $1 AND due_at IS NULL
          ORDER BY expires_at LIMIT ${sweptAtOnce})`,
        values: [now],
      })
    },
  }
}
