import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** A running or finished purge, so that one interrupted by a crash resumes and its report is complete. */
export const purges = pgTable(
  'purges',
  {
    id: uuid('id').primaryKey(),
    /** The request in canonical form: an equal request resumes the same purge. */
    request: text('request').notNull(),
    startedBy: uuid('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('purges_request').on(table.request, table.startedAt)],
)

/** What a purge found for a deal, written before anything is deleted there. */
export const purgedDeals = pgTable(
  'purged_deals',
  {
    purgeId: uuid('purge_id')
      .notNull()
      .references(() => purges.id, { onDelete: 'cascade' }),
    dealId: text('deal_id').notNull(),
    orgId: uuid('org_id'),
    keys: jsonb('keys').$type<Record<string, number>>().notNull(),
    keptCheckpoints: integer('kept_checkpoints').notNull(),
    done: boolean('done').notNull(),
  },
  (table) => [primaryKey({ columns: [table.purgeId, table.dealId] })],
)
