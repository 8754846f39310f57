import { type DraftReport, draftAgents, providerDraftProblems, providerDraftStatuses } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** Sections that the model provider drafts, and how far each draft is. */
export const providerDrafts = pgTable(
  'provider_drafts',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    sectionKey: text('section_key').notNull(),
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => users.id),
    /** The superadmin's grant through which it was asked for; null: none. */
    grantId: uuid('grant_id'),
    bySuperadmin: boolean('by_superadmin').notNull(),
    status: text('status', { enum: providerDraftStatuses }).notNull(),
    /** The agent at work; null: none yet, or it has ended. */
    agent: text('agent', { enum: draftAgents }),
    /** When it is due; null if it has ended. A node that works on it postpones this, so that no other takes it. */
    dueAt: instant('due_at'),
    /** How often a node has taken it: the latest one owns it. */
    attempts: integer('attempts').notNull(),
    /** Tokens that are set aside for the call that has begun and whose answer is not kept yet. */
    reserved: jsonb('reserved').$type<{ orgId: string; day: string; tokens: number }>(),
    tokens: integer('tokens').notNull(),
    problem: text('problem', { enum: providerDraftProblems }),
    report: jsonb('report').$type<DraftReport>(),
    commentId: uuid('comment_id'),
    proposal: jsonb('proposal').$type<{ content: string; base_version: number }>(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('provider_drafts_newest').on(table.dealId, table.createdAt, table.id),
    index('provider_drafts_due').on(table.dueAt).where(sql`${table.dueAt} IS NOT NULL`),
    index('provider_drafts_expiring').on(table.expiresAt),
    /** A section is drafted once at a time. */
    uniqueIndex('provider_drafts_under_way').on(table.dealId, table.sectionKey).where(sql`${table.dueAt} IS NOT NULL`),
  ],
)

/** The tokens that a deal has used, or set aside, of the model provider on a day. */
export const providerDealUsage = pgTable(
  'provider_deal_usage',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** In UTC: `2026-11-19`. */
    day: text('day').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.day] }), index('provider_deal_usage_day').on(table.day)],
)
