import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

/** The first answer to a request with an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    path: text('path').notNull(),
    key: text('key').notNull(),
    /** Keyed, so that a password in a body cannot be guessed from this table. */
    bodyDigest: text('body_digest').notNull(),
    /** Which call holds the key; a call that lost its lease must not store its answer. */
    holder: uuid('holder').notNull(),
    leaseUntil: instant('lease_until').notNull(),
    status: integer('status'),
    answer: text('answer'),
    /** An answer that is compressed, because it is long and there is no record to render it from. */
    packedAnswer: bytea('packed_answer'),
    /** Of an answer that is not stored: the record that it is rendered from. */
    recordId: text('record_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.path, table.key] }),
    index('idempotency_keys_expires').on(table.expiresAt),
  ],
)

/** How many keys a person used in an hour, and the bytes of the answers stored for them. */
export const idempotencyUsage = pgTable(
  'idempotency_usage',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hour: instant('hour').notNull(),
    keys: integer('keys').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hour] }), index('idempotency_usage_hour').on(table.hour)],
)

/** Counters of the rate limits, in the layout that rate-limiter-flexible expects. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)
