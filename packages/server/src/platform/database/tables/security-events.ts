import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/**
 * Events that an account's owner or an investigator must be able to see later: reused refresh tokens, changed
 * passwords, former addresses and names. Triggers write the last two, whatever changes them.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', {
      enum: ['refresh_token_reused', 'password_changed', 'address_removed', 'profile_changed'],
    }).notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('security_events_user').on(table.userId, table.at)],
)
