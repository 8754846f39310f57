import { digestFrequencies } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

/** When a person gets digests of notifications by mail. No row: never. */
export const digestSettings = pgTable(
  'digest_settings',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    frequency: text('frequency', { enum: digestFrequencies }).notNull(),
    /** 1 (Monday) to 7. */
    weekday: smallint('weekday').notNull(),
    hour: smallint('hour').notNull(),
    /** Both null: no quiet hours. */
    quietFrom: smallint('quiet_from'),
    quietTo: smallint('quiet_to'),
    timeZone: text('time_zone').notNull(),
    /** Null: all. */
    reasons: text('reasons').array(),
    /** When the next digest is due; null: none is planned. For `at_once`, a notification sets it. */
    nextAt: instant('next_at'),
    /** The local day to which the next daily or weekly digest belongs. */
    nextDay: text('next_day'),
    /** The number of the last notification that a digest has taken in, or that came before digests were switched on. */
    coveredSeq: bigint('covered_seq', { mode: 'number' }).notNull(),
    lastSentAt: instant('last_sent_at'),
    /** Names this person in the links that end digests, and tells nothing else about them. */
    unsubscribeId: uuid('unsubscribe_id').notNull(),
    /** Signs those links: they never expire, and need no secret of the service. */
    unsubscribeKey: bytea('unsubscribe_key').notNull(),
    version: integer('version').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('digest_settings_unsubscribe').on(table.unsubscribeId),
    index('digest_settings_due').on(table.nextAt).where(sql`${table.nextAt} IS NOT NULL`),
  ],
)

const digestStatuses = ['pending', 'sending', 'sent', 'empty', 'cancelled', 'failed', 'unknown'] as const

/** Digests that are made, and what became of earlier ones. They hold no text: it is read when the mail is written. */
export const digests = pgTable(
  'digests',
  {
    /** Also the Message-ID of the mail. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The local day, or the time of a digest at once: one digest each. */
    period: text('period').notNull(),
    /** Its notifications are those with numbers above `fromSeq` up to `toSeq`. */
    fromSeq: bigint('from_seq', { mode: 'number' }).notNull(),
    toSeq: bigint('to_seq', { mode: 'number' }).notNull(),
    /**
     * `sending` is stored before the mail server is asked. Where a process ends while it asks, the digest becomes
     * `unknown`, and is never handed over again.
     */
    status: text('status', { enum: digestStatuses }).notNull(),
    /** When it is due to be sent; null if it has ended. A node that sends it postpones this, so that no other does. */
    dueAt: instant('due_at'),
    /** How often a node has taken it: the latest one owns it. */
    attempts: integer('attempts').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('digests_period').on(table.userId, table.period),
    /** A person has at most one digest that has not ended. */
    uniqueIndex('digests_open').on(table.userId).where(sql`${table.dueAt} IS NOT NULL`),
    index('digests_due').on(table.dueAt).where(sql`${table.dueAt} IS NOT NULL`),
    index('digests_ended').on(table.createdAt).where(sql`${table.dueAt} IS NULL`),
  ],
)
