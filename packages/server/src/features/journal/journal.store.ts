import type { EntryKind } from '@deal-canvas/contract'
import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealMembers, deals, journalHeads } from '../../platform/database/tables/deals.ts'
import { journal } from '../../platform/database/tables/journal.ts'
import { users } from '../../platform/database/tables/users.ts'

export type EntryRow = typeof journal.$inferSelect
export type DealRow = typeof deals.$inferSelect

export type ShownEntry = Awaited<ReturnType<JournalStore['before']>>[number]
export type JournalStore = ReturnType<typeof createJournalStore>

/** A deal that nobody else changes, and where its journal stands. */
export interface LockedDeal {
  deal: DealRow
  seq: number
  hash: string
}

/** Data of events in one answer. */
export const maxTimelineBytes = 2 * 1024 * 1024

const dealColumns = Object.entries(getTableColumns(deals)).map(([name, column]) => `d.${column.name} AS "${name}"`)

const columnOf = {
  retrieval: 'retrievals',
  discourse: 'discourse',
  activity: 'activity',
  readiness: 'readiness',
  llm_call: 'llm_calls',
} as const satisfies Record<EntryKind, string>

export const createJournalStore = (database: Database) => {
  const { db } = database

  const head = db
    .select({ head: journalHeads, deal: deals })
    .from(journalHeads)
    .innerJoin(deals, eq(deals.id, journalHeads.dealId))
    .where(eq(journalHeads.dealId, sql.placeholder('dealId')))
    .prepare('journal_head')

  return {
    /** Who changes a deal waits here for their turn. */
    lock: async (dealId: string): Promise<LockedDeal | undefined> => {
      const { rows } = await database.query<DealRow & { headSeq: number; headHash: string }>({
        name: 'journal_lock',
        // Both rows: one that were only joined would show its state from before the wait.
        text: `SELECT ${dealColumns.join(', ')}, h.seq::float8 AS "headSeq", h.hash AS "headHash"
          FROM journal_heads h JOIN deals d ON d.id = h.deal_id WHERE h.deal_id = $1 FOR NO KEY UPDATE`,
        values: [dealId],
      })
      const [row] = rows
      if (row === undefined) return undefined
      const { headSeq, headHash, ...deal } = row
      return { deal, seq: headSeq, hash: headHash }
    },

    head: async (dealId: string) => (await head.execute({ dealId }))[0],

    /** The entries, the new head and the counts in one statement, in the transaction that holds the lock. */
    append: (dealId: string, entries: readonly EntryRow[]): void => {
      const last = entries.at(-1)
      if (last === undefined) return
      const counted = Object.entries(columnOf).map(([kind, column]) => {
        const added = entries.filter((entry) => entry.kind === kind).length
        return `${column} = ${column} + ${added}`
      })
      const values: unknown[] = [dealId, last.seq, last.hash, last.ts]
      const rows = entries.map((entry) => {
        const facts = [
          entry.seq,
          entry.ts,
          entry.kind,
          entry.type,
          entry.actorId,
          entry.bySuperadmin,
          entry.data,
          entry.salt,
          entry.dataDigest,
          entry.prevHash,
          entry.hash,
          entry.signature,
        ]
        return `($1, ${facts.map((fact) => `$${values.push(fact)}`).join(', ')})`
      })
      void database.send({
        ...(entries.length === 1 ? { name: `journal_append_${last.kind}` } : {}),
        text: `WITH entries AS (
            INSERT INTO journal (deal_id, seq, ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature)
            VALUES ${rows.join(', ')}
          ), active AS (
            UPDATE deals SET last_activity_at = $4
            WHERE id = $1 AND (last_activity_at IS NULL OR last_activity_at < $4::timestamptz - interval '1 minute')
          )
          UPDATE journal_heads SET seq = $2, hash = $3, last_at = $4, ${counted.join(', ')} WHERE deal_id = $1`,
        values,
      })
    },

    /** The newest first, those before a number; up to and with the one with which their data are too much for an answer. */
    before: (dealId: string, { before, kind, limit }: { before?: number; kind?: EntryKind; limit: number }) => {
      const bytes = sql<number>`coalesce(octet_length(${journal.data}), 0)`
      const wanted = db
        .select({
          seq: journal.seq,
          bytesBefore: sql<number>`sum(${bytes}) OVER (ORDER BY ${journal.seq} DESC) - ${bytes}`.as('bytes_before'),
        })
        .from(journal)
        .where(
          and(
            eq(journal.dealId, dealId),
            before === undefined ? undefined : lt(journal.seq, before),
            kind === undefined ? undefined : eq(journal.kind, kind),
          ),
        )
        .orderBy(desc(journal.seq))
        .limit(limit)
        .as('wanted')
      return db
        .select({ entry: journal, actorName: users.displayName })
        .from(wanted)
        .innerJoin(journal, and(eq(journal.dealId, dealId), eq(journal.seq, wanted.seq)))
        .leftJoin(users, eq(users.id, journal.actorId))
        .where(lt(wanted.bytesBefore, maxTimelineBytes))
        .orderBy(desc(journal.seq))
    },

    /** In their order, those after a number. */
    after: (dealId: string, after: number, limit: number): Promise<EntryRow[]> =>
      db
        .select()
        .from(journal)
        .where(and(eq(journal.dealId, dealId), gt(journal.seq, after)))
        .orderBy(asc(journal.seq))
        .limit(limit),

    entry: async (dealId: string, seq: number) =>
      (
        await db
          .select({ entry: journal, actorName: users.displayName })
          .from(journal)
          .leftJoin(users, eq(users.id, journal.actorId))
          .where(and(eq(journal.dealId, dealId), eq(journal.seq, seq)))
      )[0],

    openBlockers: async (dealId: string): Promise<number> => {
      const { rows } = await database.query<{ count: number }>({
        name: 'journal_open_blockers',
        text: `SELECT count(*)::int AS count FROM comments
          WHERE deal_id = $1 AND comment_type = 'blocker' AND status = 'open' AND deleted_at IS NULL`,
        values: [dealId],
      })
      return rows[0]?.count ?? 0
    },

    memberIds: async (dealId: string): Promise<string[]> => {
      const rows = await db
        .select({ userId: dealMembers.userId })
        .from(dealMembers)
        .where(eq(dealMembers.dealId, dealId))
        .limit(1_000)
      return rows.map(({ userId }) => userId)
    },

    decide: (dealId: string, change: Partial<DealRow>) => db.update(deals).set(change).where(eq(deals.id, dealId)),
  }
}
