import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/**
 * Deals and people being erased. Data outside the database (blobs, Redis, mails) cannot be deleted in the same
 * transaction, so this row is written with the erasure and any node can resume it after a crash.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: uuid('id').primaryKey(),
    targetType: text('target_type', { enum: ['deal', 'user'] }).notNull(),
    targetId: text('target_id').notNull(),
    /** Who receives the personal deals of an erased person; null if they are purged. */
    transferTo: uuid('transfer_to').references(() => users.id),
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => users.id),
    requestedAt: instant('requested_at').notNull(),
    /** Blobs that the deal referred to; deleted unless another deal refers to them. */
    blobs: text('blobs').array().notNull(),
    /** No other node works on it until then. */
    leaseUntil: instant('lease_until').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    uniqueIndex('erasures_target').on(table.targetType, table.targetId),
    index('erasures_unfinished').on(table.leaseUntil).where(sql`${table.finishedAt} IS NULL`),
  ],
)
