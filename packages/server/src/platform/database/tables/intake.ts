import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

export interface KeptSuggestion {
  name: string | null
  /** 0 to 1. */
  confidence: number | null
  parts: Readonly<Record<string, string | null>>
  convention: string | null
  candidates: readonly { name: string; source: string; confidence: number }[]
}

/** How a deal comes in. */
export const intakeConversations = pgTable(
  'intake_conversations',
  {
    /** Any string that was ever given out. */
    id: text('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: the deal will be a personal one. */
    orgId: uuid('org_id').references(() => orgs.id),
    /** Reserved at once; there is a deal when it has a name. */
    dealId: text('deal_id').notNull().unique(),
    status: text('status', { enum: ['collecting', 'named', 'processing', 'ready', 'failed'] }).notNull(),
    dealName: text('deal_name'),
    /** What the files suggest as a name; null before there are any. */
    suggestion: jsonb('suggestion').$type<KeptSuggestion>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('intake_conversations_owner').on(table.ownerId, table.createdAt, table.id)],
)

/** What makes a deal's files into its canvas. One that was cut off is found here and goes on. */
export const dealBuilds = pgTable(
  'deal_builds',
  {
    dealId: text('deal_id').primaryKey(),
    /** Rises with every start, so that what an older one still does is told apart. */
    attempt: integer('attempt').notNull(),
    /** How often it was cut off and taken over since it was asked for. */
    takenOver: integer('taken_over').notNull(),
    stage: text('stage', { enum: ['digitize', 'model', 'metrics', 'quality', 'evidence', 'memo'] }).notNull(),
    isDone: boolean('is_done').notNull(),
    problem: text('problem'),
    /** Whose act it is. */
    startedBy: uuid('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: instant('started_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('deal_builds_unfinished').on(table.isDone, table.updatedAt)],
)
