import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bySuperadmin, instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/** Invitations to an organization, mailed to one address. */
export const orgInvitations = pgTable(
  'org_invitations',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role', { enum: ['member', 'admin'] }).notNull(),
    teamId: uuid('team_id').references(() => teams.id, { onDelete: 'set null' }),
    /** SHA-256 of the token: a stolen table grants no access. */
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it was accepted, withdrawn or replaced. */
    closedAt: instant('closed_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id),
    bySuperadmin: bySuperadmin(),
  },
  (table) => [
    uniqueIndex('org_invitations_open').on(table.orgId, table.email).where(sql`${table.closedAt} IS NULL`),
    index('org_invitations_team').on(table.teamId),
    index('org_invitations_expires').on(table.expiresAt),
    index('org_invitations_newest').on(table.orgId, table.createdAt, table.id),
  ],
)

/** Codes for creating an account, optionally in an organization. */
export const inviteCodes = pgTable(
  'invite_codes',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull().unique(),
    description: text('description'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    /** Null means unlimited. */
    maxUses: integer('max_uses'),
    usesCount: integer('uses_count').notNull().default(0),
    role: text('role', { enum: ['member', 'admin'] }).notNull(),
    orgId: uuid('org_id').references(() => orgs.id, { onDelete: 'cascade' }),
    isActive: boolean('is_active').notNull(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('invite_codes_newest').on(table.createdAt, table.id)],
)
