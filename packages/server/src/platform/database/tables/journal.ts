import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** One ordered record per deal: gapless, chained by hashes, signed. Rows are never changed, except that data is erased. */
export const journal = pgTable(
  'journal',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    ts: instant('ts').notNull(),
    kind: text('kind', { enum: ['retrieval', 'discourse', 'activity', 'readiness', 'llm_call'] }).notNull(),
    type: text('type').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    /** Whether the actor came in by a superadmin's grant. */
    bySuperadmin: boolean('by_superadmin').notNull(),
    /** Canonical JSON, as it was hashed; null: erased. */
    data: text('data'),
    /** Null together with data, so that what was erased cannot be guessed from its digest. */
    salt: text('salt'),
    /** SHA-256 of salt and data: what the chain holds in place of data. */
    dataDigest: text('data_digest').notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
    /** Ed25519 over the hash, by a key that is not in the database. */
    signature: text('signature').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.seq] }),
    /** The last decision of a deal is read from its event, however long the trail is. */
    index('journal_decisions')
      .on(table.dealId, table.seq)
      .where(sql`${table.type} IN ('deal.finalized', 'deal.reopened', 'audit.baseline')`),
  ],
)

/**
 * The signed head of each audit trail, apart from the trail: it moves only from an event that is still there, so a tail
 * that was cut off with its counter contradicts it.
 */
export const auditHeads = pgTable(
  'audit_heads',
  {
    dealId: text('deal_id')
      .primaryKey()
      .references(() => deals.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
    at: instant('at').notNull(),
    /** Ed25519 over deal, seq, hash and time, by the key of the trail. */
    signature: text('signature').notNull(),
    /** Up to where the operator's log has it. */
    loggedSeq: bigint('logged_seq', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index('audit_heads_unlogged').on(table.at).where(sql`${table.loggedSeq} < ${table.seq}`)],
)

/**
 * When this installation began to give every trail a signed head, in one row that its first start of such a version
 * writes. Signed by the key of the trails: no other deal can be made to look older.
 */
export const auditUpgrade = pgTable('audit_upgrade', {
  id: integer('id').primaryKey(),
  at: instant('at').notNull(),
  /** Which trails without a head are believed to be of an earlier version, for the days of the upgrade. */
  covers: text('covers', { enum: ['nothing', 'empty', 'all'] }).notNull(),
  signature: text('signature').notNull(),
})

/** Read and written by the version before alone, which may run beside this one. Nothing here is believed. */
export const auditBaselinesDue = pgTable('audit_baselines_due', {
  dealId: text('deal_id')
    .primaryKey()
    .references(() => deals.id, { onDelete: 'cascade' }),
})
