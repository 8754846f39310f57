import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { orgs } from './orgs.ts'

/** The tokens that an organization has used, or set aside, of the model provider on a day. */
export const providerUsage = pgTable(
  'provider_usage',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    /** In UTC: `2026-11-19`. */
    day: text('day').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.day] }), index('provider_usage_day').on(table.day)],
)
