import { requestSources, requestStates } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** What somebody is asked to do on a deal. It lives on after its source and after the decision. */
export const dealRequests = pgTable(
  'deal_requests',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    note: text('note'),
    sourceKind: text('source_kind', { enum: requestSources }),
    /** Not a reference: a request survives its source. */
    sourceId: text('source_id'),
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** A calendar day, YYYY-MM-DD. */
    dueDate: text('due_date'),
    status: text('status', { enum: requestStates }).notNull(),
    closedAt: instant('closed_at'),
    /** Where it stands in lists: open ones by due date, then closed ones, the last one first. */
    orderKey: text('order_key')
      .notNull()
      .generatedAlwaysAs(
        sql`CASE WHEN status = 'open' THEN '0' || replace(coalesce(due_date, '9999-12-31'), '-', '')
          ELSE '1' || lpad((9999999999999 - floor(extract(epoch FROM
            (coalesce(closed_at, created_at) AT TIME ZONE 'UTC')) * 1000))::bigint::text, 13, '0') END`,
      ),
    /** The next reminder; null: there is none. */
    reminder: text('reminder', { enum: ['day_before', 'overdue'] }),
    /** When it is due, or until when a node has leased it. */
    remindAt: instant('remind_at'),
    version: integer('version').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('deal_requests_deal').on(table.dealId, table.orderKey, table.id),
    index('deal_requests_source').on(table.dealId, table.sourceKind, table.sourceId),
    index('deal_requests_assignee').on(table.assigneeId, table.orderKey, table.id),
    index('deal_requests_author').on(table.createdBy),
    index('deal_requests_due').on(table.remindAt, table.id).where(sql`${table.remindAt} IS NOT NULL`),
  ],
)
