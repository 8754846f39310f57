import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bySuperadmin, instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

export const deals = pgTable(
  'deals',
  {
    id: text('id').primaryKey(),
    /** Null: a personal deal. */
    orgId: uuid('org_id').references(() => orgs.id),
    /** Whose deals it counts among; null: they are gone. */
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    tier: text('tier', { enum: ['full', 'values_only', 'legacy'] }).notNull(),
    status: text('status', { enum: ['open', 'finalized'] }).notNull(),
    archivedAt: instant('archived_at'),
    /** What was decided last, and stays known after it was reopened. */
    decision: text('decision', { enum: ['approved', 'declined', 'deferred'] }),
    rationale: text('rationale'),
    /** Without it the rationale cannot be guessed from its digest in the audit trail. */
    rationaleSalt: text('rationale_salt'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The last thing that happened to it, to the minute; null: nothing yet. */
    lastActivityAt: instant('last_activity_at'),
  },
  (table) => [
    index('deals_org').on(table.orgId, sql`coalesce(${table.lastActivityAt}, ${table.createdAt})`, table.id),
    index('deals_created_by').on(table.createdBy),
  ],
)

/** Where a deal's journal stands. Its row is the lock of the deal: who changes a deal holds it. */
export const journalHeads = pgTable('journal_heads', {
  dealId: text('deal_id')
    .primaryKey()
    .references(() => deals.id, { onDelete: 'cascade' }),
  /** Of the last entry; 0: there is none. */
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  lastAt: instant('last_at'),
  retrievals: integer('retrievals').notNull(),
  discourse: integer('discourse').notNull(),
  activity: integer('activity').notNull(),
  readiness: integer('readiness').notNull(),
  llmCalls: integer('llm_calls').notNull(),
  /** Of the deal's comments that are not deleted. Kept by a trigger, whatever writes: to count them costs more the more there are. */
  comments: integer('comments').notNull().default(0),
  openComments: integer('open_comments').notNull().default(0),
  openBlockers: integer('open_blockers').notNull().default(0),
})

export const dealMembers = pgTable(
  'deal_members',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['viewer', 'commenter', 'editor', 'owner'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    bySuperadmin: bySuperadmin(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.userId] }), index('deal_members_user').on(table.userId)],
)

/** Deals shared with a whole team. */
export const dealTeams = pgTable(
  'deal_teams',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['viewer', 'commenter', 'editor', 'owner'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    bySuperadmin: bySuperadmin(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.teamId] }), index('deal_teams_team').on(table.teamId)],
)

/** A superadmin's way into one deal, for a reason, for an hour. */
export const superadminGrants = pgTable(
  'superadmin_grants',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('superadmin_grants_expires').on(table.expiresAt)],
)

/** When a superadmin last entered a deal by that power; one event an hour stands in the deal's audit trail. */
export const superadminDealEntries = pgTable(
  'superadmin_deal_entries',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.userId] })],
)

/** How far a person has looked at a deal. */
export const dealSeen = pgTable(
  'deal_seen',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.userId] })],
)
