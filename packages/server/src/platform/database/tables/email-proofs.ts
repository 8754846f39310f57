import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** The code that was last mailed to an address on behalf of a user. */
export const emailCodes = pgTable(
  'email_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** Keyed, because six digits are soon guessed from a plain digest. */
    codeDigest: text('code_digest').notNull(),
    tries: integer('tries').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.email] }), index('email_codes_expires').on(table.expiresAt)],
)

/** Links that sign in once. */
export const magicLinks = pgTable(
  'magic_links',
  {
    /** SHA-256 of the token: a stolen table signs nobody in. */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    /** Null where nobody has the address: an unknown one costs the same work as a known one. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('magic_links_expires').on(table.expiresAt), index('magic_links_user').on(table.userId)],
)
