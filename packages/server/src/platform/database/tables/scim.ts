import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/**
 * People whom an organization's identity provider manages. A person is active as long as they are a member of the
 * organization; the row remains when they are suspended.
 */
export const scimUsers = pgTable(
  'scim_users',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userName: text('user_name').notNull(),
    /** The address by which the organization knows the person; the account can have others. */
    email: text('email').notNull(),
    externalId: text('external_id'),
    /** Whether the account was created by this organization's identity provider. */
    createdAccount: boolean('created_account').notNull(),
    /** Whether the identity provider decides the person's names. */
    managesNames: boolean('manages_names').notNull(),
    /** Set while the person must not return to the organization by another way, such as an invitation. */
    suspendedAt: instant('suspended_at'),
    /** Set once the identity provider has deleted the user. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId] }),
    uniqueIndex('scim_users_name')
      .on(table.orgId, sql`lower(${table.userName})`)
      .where(sql`${table.deletedAt} IS NULL`),
    uniqueIndex('scim_users_external').on(table.orgId, table.externalId).where(sql`${table.deletedAt} IS NULL`),
    index('scim_users_email').on(table.orgId, table.email),
    index('scim_users_user').on(table.userId),
  ],
)

/** What an organization's identity provider calls a team. */
export const scimGroups = pgTable(
  'scim_groups',
  {
    orgId: uuid('org_id').notNull(),
    teamId: uuid('team_id').primaryKey(),
    externalId: text('external_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.orgId, table.teamId], foreignColumns: [teams.orgId, teams.id] }).onDelete('cascade'),
    uniqueIndex('scim_groups_external').on(table.orgId, table.externalId),
  ],
)

/** The last requests of identity providers that were refused. They name no person. */
export const scimErrors = pgTable(
  'scim_errors',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The operation, such as `createScimUser`. */
    operation: text('operation').notNull(),
    status: integer('status').notNull(),
    code: text('code').notNull(),
  },
  (table) => [index('scim_errors_newest').on(table.orgId, table.id)],
)
