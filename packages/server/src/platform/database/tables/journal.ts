import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
  (table) => [primaryKey({ columns: [table.dealId, table.seq] })],
)
