import { type DealColumn, dealOrders, dealSorts, type ViewFilters } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/** Views of the list of deals that people saved. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The organization whose members see it; null: only its author. */
    orgId: uuid('org_id').references(() => orgs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    filters: jsonb('filters').$type<ViewFilters>().notNull(),
    sort: text('sort', { enum: dealSorts }).notNull(),
    direction: text('direction', { enum: dealOrders }).notNull(),
    columns: jsonb('columns').$type<DealColumn[]>().notNull(),
    metrics: jsonb('metrics').$type<string[]>().notNull(),
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(table.userId, sql`lower(${table.name})`),
    index('saved_views_shared').on(table.orgId, table.updatedAt, table.id).where(sql`${table.orgId} IS NOT NULL`),
  ],
)
