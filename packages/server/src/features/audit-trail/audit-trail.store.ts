import {
  type AuditEventType,
  auditEvents,
  auditEventTypes,
  type EntryKind,
  externalEventPrefix,
} from '@deal-canvas/contract'
import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealOrigins, importedPeople } from '../../platform/database/tables/bundles.ts'
import { dealMembers, deals, journalHeads } from '../../platform/database/tables/deals.ts'
import { auditHeads, journal } from '../../platform/database/tables/journal.ts'
import { users } from '../../platform/database/tables/users.ts'
import type { SignedHead } from './verification/signed-head.ts'

export type EntryRow = typeof journal.$inferSelect
export type DealRow = typeof deals.$inferSelect

export type ShownEntry = Awaited<ReturnType<AuditTrailStore['before']>>[number]
export interface OpenBlockerRow {
  id: string
  authorId: string
  authorName: string
  authorEmailVerified: boolean
  sectionKey: string | null
  /** The first characters of the comment. */
  beginning: string
  createdAt: Date
}

export type AuditTrailStore = ReturnType<typeof createAuditTrailStore>

/** A deal under the change lock, and the head of its audit trail. */
export interface LockedDeal {
  deal: DealRow
  seq: number
  hash: string
}

/** The limit of event data in one answer. */
export const maxTimelineBytes = 2 * 1024 * 1024

const dealColumns = Object.entries(getTableColumns(deals)).map(([name, column]) => `d.${column.name} AS "${name}"`)

const columnOf = {
  retrieval: 'retrievals',
  discourse: 'discourse',
  activity: 'activity',
  readiness: 'readiness',
  llm_call: 'llm_calls',
} as const satisfies Record<EntryKind, string>

const maxMailedOwners = 20

const quoted = (types: readonly AuditEventType[]): string => types.map((type) => `'${type}'`).join(', ')

/** The SQL form of `isErasable`. */
const erasable = `(starts_with(type, '${externalEventPrefix}')
  OR type IN (${quoted(auditEventTypes.filter((type) => auditEvents[type].erasable))}))`

const decisionTypes = quoted(['deal.finalized', 'deal.reopened', 'audit.baseline'])

/** Written with the baseline of a trail. An existing head stays. */
const beginHead = `INSERT INTO audit_heads (deal_id, seq, hash, at, signature)
  SELECT $1, $2, $3, $4, $5 WHERE $6::bigint >= 0 ON CONFLICT (deal_id) DO NOTHING`

/**
 * Moves the head only from the empty trail or from an event that still exists. That event can be older than the last
 * one, because nodes of earlier versions do not move the signed head.
 */
const moveHead = `UPDATE audit_heads a SET seq = $2, hash = $3, at = $4, signature = $5
  WHERE a.deal_id = $1 AND a.seq <= $6
    AND (a.seq = 0 OR EXISTS (SELECT 1 FROM journal j WHERE j.deal_id = $1 AND j.seq = a.seq AND j.hash = a.hash))`

export const createAuditTrailStore = (database: Database) => {
  const { db } = database

  const head = db
    .select({ head: journalHeads, deal: deals })
    .from(journalHeads)
    .innerJoin(deals, eq(deals.id, journalHeads.dealId))
    .where(eq(journalHeads.dealId, sql.placeholder('dealId')))
    .prepare('journal_head')

  return {
    /** Serializes changes of a deal. */
    lock: async (dealId: string): Promise<LockedDeal | undefined> => {
      const { rows } = await database.query<DealRow & { headSeq: number; headHash: string }>({
        name: 'journal_lock',
        // Locks both rows: a row that is only joined would show its state from before the wait.
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

    /**
     * Writes the events, the new head and the counts in one statement, inside the transaction that holds the lock. The
     * signed head moves only from an event that still exists: over a truncated trail it stays and reveals the cut.
     */
    append: (head: SignedHead, entries: readonly EntryRow[], { isBaseline = false } = {}): void => {
      const counted = Object.entries(columnOf).map(([kind, column]) => {
        const added = entries.filter((entry) => entry.kind === kind).length
        return `${column} = ${column} + ${added}`
      })
      const values: unknown[] = [head.dealId, head.seq, head.hash, head.at, head.signature, head.seq - entries.length]
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
        ...(entries.length === 1 && !isBaseline ? { name: `journal_append_${entries[0]?.kind}` } : {}),
        text: `WITH entries AS (
            INSERT INTO journal (deal_id, seq, ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature)
            VALUES ${rows.join(', ')}
          ), active AS (
            UPDATE deals SET last_activity_at = $4
            WHERE ${!isBaseline} AND id = $1 AND (last_activity_at IS NULL OR last_activity_at < $4::timestamptz - interval '1 minute')
          ), signed AS (
            ${isBaseline ? beginHead : moveHead}
          )
          UPDATE journal_heads SET seq = $2, hash = $3, ${isBaseline ? '' : 'last_at = $4, '}${counted.join(', ')} WHERE deal_id = $1`,
        values,
      })
    },

    /** Stores the signed head of a trail without events. */
    begin: async ({ dealId, seq, hash, at, signature }: SignedHead): Promise<void> => {
      await db.insert(auditHeads).values({ dealId, seq, hash, at, signature }).onConflictDoNothing()
    },

    signedHead: async (dealId: string): Promise<SignedHead | undefined> => {
      const { rows } = await database.query<SignedHead>({
        name: 'journal_signed_head',
        text: `SELECT deal_id AS "dealId", seq::float8 AS seq, hash, at, signature FROM audit_heads WHERE deal_id = $1`,
        values: [dealId],
      })
      return rows[0]
    },

    /** The installations that a deal came from, the first one first. */
    origins: async (dealId: string) => {
      const { dealId: _, importedBy: __, ...columns } = getTableColumns(dealOrigins)
      return db.select(columns).from(dealOrigins).where(eq(dealOrigins.dealId, dealId)).orderBy(asc(dealOrigins.seq))
    },

    /** The accounts that stand for people of other installations, by the ids that those used. */
    importedPeople: async (dealId: string): Promise<ReadonlyMap<string, string>> => {
      const rows = await db
        .select({ foreignId: importedPeople.foreignId, userId: importedPeople.userId })
        .from(importedPeople)
        .where(eq(importedPeople.dealId, dealId))
      return new Map(rows.map(({ foreignId, userId }) => [foreignId, userId]))
    },

    /** Deals without a signed head, ordered by id. */
    headless: async (after: string, limit: number): Promise<string[]> => {
      const { rows } = await database.query<{ dealId: string }>({
        name: 'journal_headless',
        text: `SELECT h.deal_id AS "dealId" FROM journal_heads h
          WHERE h.deal_id > $1 AND NOT EXISTS (SELECT 1 FROM audit_heads a WHERE a.deal_id = h.deal_id)
          ORDER BY h.deal_id LIMIT $2`,
        values: [after, limit],
      })
      return rows.map(({ dealId }) => dealId)
    },

    isHeadless: async (dealId: string): Promise<boolean> => {
      const { rows } = await database.query<{ isHeadless: boolean }>({
        name: 'journal_is_headless',
        text: `SELECT EXISTS (SELECT 1 FROM journal_heads WHERE deal_id = $1)
          AND NOT EXISTS (SELECT 1 FROM audit_heads WHERE deal_id = $1) AS "isHeadless"`,
        values: [dealId],
      })
      return rows[0]?.isHeadless ?? false
    },

    /** The numbers of events without data, ascending. */
    missingData: async (dealId: string): Promise<number[]> => {
      const { rows } = await database.query<{ seq: number }>({
        text: 'SELECT seq::float8 AS seq FROM journal WHERE deal_id = $1 AND data IS NULL ORDER BY seq',
        values: [dealId],
      })
      return rows.map(({ seq }) => seq)
    },

    /** The latest decision, the latest reopening and the baseline of a deal. */
    decisionEntries: async (dealId: string): Promise<EntryRow[]> =>
      db
        .selectDistinctOn([journal.type])
        .from(journal)
        .where(
          and(
            eq(journal.dealId, dealId),
            // Literals, exactly as in the partial index: with parameters the planner could not use the index.
            sql`${journal.type} IN (${sql.raw(decisionTypes)})`,
          ),
        )
        .orderBy(journal.type, desc(journal.seq)),

    /** Erases the data of events; their digests stay in the hash chain. Returns the numbers of the erased events. */
    eraseData: async (dealId: string, seqs: readonly number[]): Promise<number[]> => {
      const { rows } = await database.query<{ seq: number }>({
        name: 'journal_erase_data',
        text: `UPDATE journal SET data = NULL, salt = NULL
          WHERE deal_id = $1 AND seq = ANY($2::bigint[]) AND data IS NOT NULL AND ${erasable} RETURNING seq::float8 AS seq`,
        values: [dealId, seqs],
      })
      return rows.map(({ seq }) => seq).sort((a, b) => a - b)
    },

    /**
     * Events before a number, newest first, until their data reaches the size limit. The event that crosses the limit
     * is included.
     */
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
        .select({ entry: journal, actorName: users.displayName, actorEmailVerified: users.emailVerified })
        .from(wanted)
        .innerJoin(journal, and(eq(journal.dealId, dealId), eq(journal.seq, wanted.seq)))
        .leftJoin(users, eq(users.id, journal.actorId))
        .where(lt(wanted.bytesBefore, maxTimelineBytes))
        .orderBy(desc(journal.seq))
    },

    /** Events after a number, ascending. */
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
          .select({ entry: journal, actorName: users.displayName, actorEmailVerified: users.emailVerified })
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

    /** Oldest first, each with the beginning of its text. */
    firstBlockers: async (dealId: string, limit: number): Promise<OpenBlockerRow[]> => {
      const { rows } = await database.query<OpenBlockerRow>({
        name: 'journal_first_blockers',
        text: `SELECT c.id, c.author_id AS "authorId", u.display_name AS "authorName",
            u.email_verified AS "authorEmailVerified", c.section_key AS "sectionKey", left(c.content, 400) AS beginning,
            c.created_at AS "createdAt"
          FROM comments c JOIN users u ON u.id = c.author_id
          WHERE c.deal_id = $1 AND c.comment_type = 'blocker' AND c.status = 'open' AND c.deleted_at IS NULL
          ORDER BY c.created_at, c.id LIMIT $2`,
        values: [dealId, limit],
      })
      return rows
    },

    memberIds: async (dealId: string): Promise<string[]> => {
      const rows = await db
        .select({ userId: dealMembers.userId })
        .from(dealMembers)
        .where(eq(dealMembers.dealId, dealId))
        .limit(1_000)
      return rows.map(({ userId }) => userId)
    },

    /** The verified addresses of a deal's owners who have not turned off mails. */
    ownerAddresses: async (dealId: string): Promise<string[]> => {
      const { rows } = await database.query<{ email: string }>({
        name: 'journal_owner_addresses',
        text: `SELECT e.email FROM deal_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
            AND u.mail_preferences ->> 'mentions' = 'true'
          CROSS JOIN LATERAL (
            SELECT email FROM user_emails WHERE user_id = m.user_id AND verified_at IS NOT NULL
            ORDER BY is_primary DESC, created_at, email LIMIT 1
          ) e
          WHERE m.deal_id = $1 AND m.role = 'owner' ORDER BY m.created_at, m.user_id LIMIT ${maxMailedOwners}`,
        values: [dealId],
      })
      return rows.map(({ email }) => email)
    },

    decide: (dealId: string, change: Partial<DealRow>) => db.update(deals).set(change).where(eq(deals.id, dealId)),
  }
}
