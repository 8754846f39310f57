import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/**
 * Deals and people that are being erased. What lies outside the database (blobs, Redis, mails) cannot go in the same
 * transaction, so the row is written with the erasure and any node goes on with it after a crash.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: uuid('id').primaryKey(),
    targetType: text('target_type', { enum: ['deal', 'user'] }).notNull(),
    targetId: text('target_id').notNull(),
    /** Who gets the personal deals of an erased person; null: they are purged. */
    transferTo: uuid('transfer_to').references(() => users.id),
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => users.id),
    requestedAt: instant('requested_at').notNull(),
    /** Blobs that the deal named; deleted unless another deal names them. */
    blobs: text('blobs').array().notNull(),
    /** Nobody else works on it until then. */
    leaseUntil: instant('lease_until').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    uniqueIndex('erasures_target').on(table.targetType, table.targetId),
    index('erasures_unfinished').on(table.leaseUntil).where(sql`${table.finishedAt} IS NULL`),
  ],
)
