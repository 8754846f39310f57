import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { users } from './users.ts'

/** The first response to a request with an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    path: text('path').notNull(),
    key: text('key').notNull(),
    /** A keyed hash, so that a password in a body cannot be guessed from this table. */
    bodyDigest: text('body_digest').notNull(),
    /** The call that holds the key; a call that lost its lease must not store its response. */
    holder: uuid('holder').notNull(),
    leaseUntil: instant('lease_until').notNull(),
    status: integer('status'),
    answer: text('answer'),
    /** A compressed response: it is long, and there is no record to render it from. */
    packedAnswer: bytea('packed_answer'),
    /** If the response itself is not stored: the record it is rendered from. */
    recordId: text('record_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.path, table.key] }),
    index('idempotency_keys_expires').on(table.expiresAt),
  ],
)

/** How many keys a person used in an hour, and the bytes of the responses stored for them. */
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

/** Rate limit counters, in the layout that rate-limiter-flexible expects. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)
