import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/** Notifications, numbered per person, so that a page or a stream can continue without gaps. */
export const notifications = pgTable(
  'notifications',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    id: uuid('id').notNull().unique(),
    /** Null if it is about an organization. */
    dealId: text('deal_id').references(() => deals.id, { onDelete: 'cascade' }),
    orgId: uuid('org_id').references(() => orgs.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    commentId: uuid('comment_id'),
    sectionKey: text('section_key'),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    snippet: text('snippet').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
    /** Whether it goes out as a mail of its own, so that a digest does not repeat it. */
    mailed: boolean('mailed').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    index('notifications_of_deal').on(table.userId, table.dealId, table.seq),
    index('notifications_unread').on(table.userId, table.seq).where(sql`${table.readAt} IS NULL`),
    index('notifications_of_comment').on(table.commentId).where(sql`${table.commentId} IS NOT NULL`),
    index('notifications_deal').on(table.dealId),
    /** Unread notifications about organizations are few, so they are counted with this index instead of a counter. */
    index('notifications_unread_org')
      .on(table.userId, table.seq)
      .where(sql`${table.orgId} IS NOT NULL AND ${table.readAt} IS NULL`),
  ],
)

/** The last notification number of a person; issuing a number locks the row. */
export const notificationHeads = pgTable('notification_heads', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seq: bigint('seq', { mode: 'number' }).notNull(),
})

/** Unread notifications per person and deal, because counting would get slower with every notification. */
export const notificationCounters = pgTable(
  'notification_counters',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    unread: integer('unread').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.dealId] }),
    index('notification_counters_some').on(table.userId).where(sql`${table.unread} > 0`),
  ],
)
