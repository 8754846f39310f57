import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

export interface KeptSuggestion {
  name: string | null
  /** From 0 to 1. */
  confidence: number | null
  parts: Readonly<Record<string, string | null>>
  convention: string | null
  candidates: readonly { name: string; source: string; confidence: number }[]
}

/** Intake conversations, in which deals are created. */
export const intakeConversations = pgTable(
  'intake_conversations',
  {
    /** Any string that the service ever issued as an id. */
    id: text('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null if the deal will be a personal one. */
    orgId: uuid('org_id').references(() => orgs.id),
    /** Reserved at once; the deal itself is created once it has a name. */
    dealId: text('deal_id').notNull().unique(),
    status: text('status', { enum: ['collecting', 'named', 'processing', 'ready', 'failed'] }).notNull(),
    dealName: text('deal_name'),
    /** The name suggested by the files; null while there are none. */
    suggestion: jsonb('suggestion').$type<KeptSuggestion>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('intake_conversations_owner').on(table.ownerId, table.createdAt, table.id)],
)

/** Builds that turn a deal's files into its canvas. An interrupted build is found here and resumed. */
export const dealBuilds = pgTable(
  'deal_builds',
  {
    dealId: text('deal_id').primaryKey(),
    /** Increases with every start, so that late writes of an older attempt can be recognized. */
    attempt: integer('attempt').notNull(),
    /** How often it was interrupted and taken over since it was requested. */
    takenOver: integer('taken_over').notNull(),
    stage: text('stage', { enum: ['digitize', 'model', 'metrics', 'quality', 'evidence', 'memo'] }).notNull(),
    isDone: boolean('is_done').notNull(),
    problem: text('problem'),
    /** The user it acts for. */
    startedBy: uuid('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: instant('started_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('deal_builds_unfinished').on(table.isDone, table.updatedAt)],
)
