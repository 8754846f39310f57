import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/**
 * The audit trail: one gapless, hash-chained, signed sequence per deal. Rows never change, except that data can be
 * erased.
 */
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
    /** Of an imported event: its actor as another installation signed it. Never the id of an account of this one. */
    signedActorId: uuid('signed_actor_id'),
    /** True if the actor had access through a superadmin grant. */
    bySuperadmin: boolean('by_superadmin').notNull(),
    /** Canonical JSON, as it was hashed; null if erased. */
    data: text('data'),
    /** Erased together with data, so that erased data cannot be guessed from its digest. */
    salt: text('salt'),
    /** SHA-256 of salt and data; the hash chain covers this instead of the data. */
    dataDigest: text('data_digest').notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
    /** Ed25519 signature of the hash, by a key that is not in the database. */
    signature: text('signature').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.seq] }),
    /** For reading the last decision of a deal from its event, however long the audit trail is. */
    index('journal_decisions')
      .on(table.dealId, table.seq)
      .where(sql`${table.type} IN ('deal.finalized', 'deal.reopened', 'audit.baseline')`),
  ],
)

/**
 * The signed head of each audit trail, stored separately: it advances only from an event that still exists, so cutting
 * off the tail together with its counter contradicts it.
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
    /** Ed25519 signature of deal, seq, hash and time, by the audit trail key. */
    signature: text('signature').notNull(),
    /** The last event written to the operator's log. */
    loggedSeq: bigint('logged_seq', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index('audit_heads_unlogged').on(table.at).where(sql`${table.loggedSeq} < ${table.seq}`)],
)

/**
 * When this installation started to sign the head of every audit trail: one row, written at the first start of such a
 * version. Signed with the audit trail key, so that no other deal can be made to look older.
 */
export const auditUpgrade = pgTable('audit_upgrade', {
  id: integer('id').primaryKey(),
  at: instant('at').notNull(),
  /**
   * Which audit trails without a head are accepted as created by an earlier version, during the days of the upgrade.
   */
  covers: text('covers', { enum: ['nothing', 'empty', 'all'] }).notNull(),
  signature: text('signature').notNull(),
})

/** Used only by the previous version, which may run next to this one during an upgrade. Nothing in it is trusted. */
export const auditBaselinesDue = pgTable('audit_baselines_due', {
  dealId: text('deal_id')
    .primaryKey()
    .references(() => deals.id, { onDelete: 'cascade' }),
})
