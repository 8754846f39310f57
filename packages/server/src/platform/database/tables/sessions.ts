import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** A signed-in browser or program: the family of refresh tokens that descends from one sign-in. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider', { enum: ['password', 'magic_link'] }).notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokeReason: text('revoke_reason'),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.lastUsedAt, table.id),
    index('sessions_expires').on(table.expiresAt),
  ],
)

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** SHA-256 of the token: a stolen table cannot be used to sign in. */
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parentHash: text('parent_hash'),
    createdAt: instant('created_at').notNull(),
    /** First use; after that, only its successors are valid for the session. */
    usedAt: instant('used_at'),
    /**
     * Set when another token of the family was used first: presenting this one then proves that two clients hold
     * tokens.
     */
    supersededAt: instant('superseded_at'),
  },
  (table) => [
    index('refresh_tokens_session').on(table.sessionId),
    index('refresh_tokens_parent').on(table.parentHash),
    // Only a few tokens per family, however often it was refreshed.
    index('refresh_tokens_live')
      .on(table.sessionId)
      .where(sql`${table.usedAt} IS NULL AND ${table.supersededAt} IS NULL`),
  ],
)
