import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bySuperadmin, instant } from './columns.ts'
import { users } from './users.ts'

export const orgs = pgTable(
  'orgs',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    status: text('status', { enum: ['active', 'suspended', 'archived'] }).notNull(),
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('orgs_newest').on(table.createdAt, table.id)],
)

export const orgMembers = pgTable(
  'org_members',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['member', 'admin', 'owner'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    bySuperadmin: bySuperadmin(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId] }),
    index('org_members_user').on(table.userId),
    index('org_members_joined').on(table.orgId, table.createdAt, table.userId),
    /** Members who see all deals of an organization: few among many. */
    index('org_members_administrators').on(table.orgId).where(sql`${table.role} IN ('owner', 'admin')`),
    /** A person owns at most one organization, even under concurrent requests. */
    uniqueIndex('org_members_one_owned').on(table.userId).where(sql`${table.role} = 'owner'`),
  ],
)

/**
 * When a superadmin last entered an organization using superadmin rights; its owners are notified at most once an hour.
 */
export const superadminOrgEntries = pgTable(
  'superadmin_org_entries',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.userId] })],
)
