import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** Every action of an administrator or superadmin, written in the same transaction as the action. */
export const adminLog = pgTable(
  'admin_log',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    action: text('action').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    orgId: uuid('org_id'),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
  },
  (table) => [
    index('admin_log_newest').on(table.at, table.id),
    index('admin_log_actor').on(table.actorId, table.at, table.id),
    index('admin_log_action').on(table.action, table.at, table.id),
    index('admin_log_target').on(table.targetId, table.at, table.id),
  ],
)
