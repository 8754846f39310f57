import { dealKinds, dealStages } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bySuperadmin, instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/** The place of a stage in their order; null without one. */
const stageRank = (stage: unknown) =>
  sql`array_position(${sql.raw(`ARRAY[${dealStages.map((name) => `'${name}'`).join(', ')}]`)}, ${stage})`

export const deals = pgTable(
  'deals',
  {
    id: text('id').primaryKey(),
    /** Null: a personal deal. */
    orgId: uuid('org_id').references(() => orgs.id),
    /** The user whose deal count it adds to; null if the user was deleted. */
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    tier: text('tier', { enum: ['full', 'values_only', 'legacy'] }).notNull(),
    status: text('status', { enum: ['open', 'finalized'] }).notNull(),
    archivedAt: instant('archived_at'),
    /** The last decision; kept after the deal is reopened. */
    decision: text('decision', { enum: ['approved', 'declined', 'deferred'] }),
    rationale: text('rationale'),
    /** Salt: without knowing it, nobody can guess the rationale from its digest in the audit trail. */
    rationaleSalt: text('rationale_salt'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    /** Null: not set, as on every deal from before stages. */
    stage: text('stage', { enum: dealStages }),
    /** A calendar day, YYYY-MM-DD. */
    icDate: text('ic_date'),
    leadId: uuid('lead_id').references(() => users.id, { onDelete: 'set null' }),
    /** As a person entered it. */
    city: text('city'),
    /** Set by a person; null: as the workbook says. */
    dealType: text('deal_type', { enum: dealKinds }),
    /** Of stage, date, lead, city and type. */
    detailsVersion: integer('details_version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The time of the last activity, to the minute; null if there was none. */
    lastActivityAt: instant('last_activity_at'),
  },
  (table) => [
    index('deals_org').on(table.orgId, sql`coalesce(${table.lastActivityAt}, ${table.createdAt})`, table.id),
    index('deals_created_by').on(table.createdBy),
    index('deals_lead').on(table.leadId),
    // Sorts of the list; collation "C" is the same on every system. See features/deals/deal-sorts.ts.
    index('deals_org_name').on(table.orgId, sql`(lower(${table.name}) COLLATE "C")`, table.id),
    index('deals_org_ic_date').on(table.orgId, sql`(${table.icDate} COLLATE "C")`, table.id),
    index('deals_org_stage').on(table.orgId, stageRank(table.stage), table.id),
    index('deals_org_city').on(table.orgId, sql`lower(${table.city})`).where(sql`${table.city} IS NOT NULL`),
  ],
)

/** The head of a deal's audit trail. Its row is the lock of the deal: every change of a deal holds it. */
export const journalHeads = pgTable('journal_heads', {
  dealId: text('deal_id')
    .primaryKey()
    .references(() => deals.id, { onDelete: 'cascade' }),
  /** Number of the last event; 0 if there is none. */
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  lastAt: instant('last_at'),
  retrievals: integer('retrievals').notNull(),
  discourse: integer('discourse').notNull(),
  activity: integer('activity').notNull(),
  readiness: integer('readiness').notNull(),
  llmCalls: integer('llm_calls').notNull(),
  /**
   * Number of comments that are not deleted. Maintained by a trigger, because counting would get slower with every
   * comment.
   */
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

/** A superadmin's temporary access to one deal: with a reason, for one hour. */
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

/**
 * When a superadmin last entered a deal using superadmin rights; the deal's audit trail gets one such event per hour.
 */
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

/** How far a person has read a deal. */
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
