import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** The code last mailed to an address on behalf of a user. */
export const emailCodes = pgTable(
  'email_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** A keyed hash, because six digits are easily guessed from a plain digest. */
    codeDigest: text('code_digest').notNull(),
    tries: integer('tries').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.email] }), index('email_codes_expires').on(table.expiresAt)],
)

/** One-time sign-in links. */
export const magicLinks = pgTable(
  'magic_links',
  {
    /** SHA-256 of the token: a stolen table cannot be used to sign in. */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    /** Null if no account has the address: an unknown address costs the same work as a known one. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('magic_links_expires').on(table.expiresAt), index('magic_links_user').on(table.userId)],
)
