import { sql } from 'drizzle-orm'
import { bigint, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/** When an installation started to sign the head of every audit trail, as it signed that itself. */
export interface SignedUpgrade {
  at: string
  covers: 'nothing' | 'empty' | 'all'
  signature: string
}

/**
 * The installations that a deal came from, each with the last event that it signed. The first event after that one,
 * signed by the next installation, contains the fingerprint of this key and the hash of that event: a row that somebody
 * changed contradicts it.
 */
export const dealOrigins = pgTable(
  'deal_origins',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** The last event that it signed; 0 if there was none. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** PEM of the Ed25519 key. */
    publicKey: text('public_key').notNull(),
    upgrade: jsonb('upgrade').$type<SignedUpgrade>(),
    importedAt: instant('imported_at').notNull(),
    importedBy: uuid('imported_by')
      .notNull()
      .references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.seq] }), index('deal_origins_importer').on(table.importedBy)],
)

/**
 * The people whose names came with a deal. Each has a row in `users` with the status `imported`, which nobody can sign in
 * as and which belongs to this deal alone, whatever accounts there are with the same id or name.
 */
export const importedPeople = pgTable(
  'imported_people',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** The id that the other installation used. */
    foreignId: uuid('foreign_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.foreignId] }), index('imported_people_user').on(table.userId)],
)

/** Bundles that were sent to be imported, and how far each is. */
export const dealImports = pgTable(
  'deal_imports',
  {
    id: uuid('id').primaryKey(),
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: a personal deal. */
    orgId: uuid('org_id').references(() => orgs.id),
    /** The deal in the bundle; it exists once the import is ready. */
    dealId: text('deal_id').notNull(),
    status: text('status', { enum: ['pending', 'running', 'ready', 'failed'] }).notNull(),
    /** 0 to 1. */
    progress: doublePrecision('progress').notNull(),
    problem: text('problem'),
    /** SHA-256 of the key that signed the bundle, in hex. */
    fingerprint: text('fingerprint').notNull(),
    /** The blob of the bundle; null once it has ended. */
    sha256: text('sha256'),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** When it is due; null if it has ended. A node that works on it postpones this, so that no other takes it. */
    dueAt: instant('due_at'),
    /** How often a node has taken it: the latest one owns it. */
    attempts: integer('attempts').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('deal_imports_person').on(table.requestedBy, table.createdAt, table.id),
    index('deal_imports_due').on(table.dueAt).where(sql`${table.dueAt} IS NOT NULL`),
    index('deal_imports_blob').on(table.sha256).where(sql`${table.sha256} IS NOT NULL`),
    index('deal_imports_oldest').on(table.createdAt),
  ],
)
