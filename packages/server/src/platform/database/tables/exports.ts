import { exportFormats, exportStatuses } from '@deal-canvas/contract'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** Files that people export from a deal, and how far the making of each is. */
export const dealExports = pgTable(
  'deal_exports',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => users.id),
    /** The superadmin's grant through which it was asked for; null: none. */
    grantId: uuid('grant_id'),
    bySuperadmin: boolean('by_superadmin').notNull(),
    format: text('format', { enum: exportFormats }).notNull(),
    /** Null: what the memo presents. */
    scenarioId: text('scenario_id'),
    /** The version of the memo, asked for or made; null: the newest, which is not known yet, or the file is not a memo. */
    memoVersion: integer('memo_version'),
    watermark: boolean('watermark').notNull(),
    status: text('status', { enum: exportStatuses }).notNull(),
    /** 0 to 1. */
    progress: doublePrecision('progress').notNull(),
    problem: text('problem'),
    /** When it is due to be made; null if it has ended. A node that makes it postpones this, so that no other takes it. */
    dueAt: instant('due_at'),
    /** How often a node has taken it: the latest one owns it. */
    attempts: integer('attempts').notNull(),
    modelVersion: integer('model_version'),
    fileName: text('file_name'),
    sha256: text('sha256'),
    size: integer('size').notNull(),
    /** Everyone whose name is in the file, so that it is deleted when one of them is erased. */
    people: uuid('people').array().notNull(),
    /** The organization or person whose quota it counts against. Set by a trigger, which also updates the total. */
    chargedTo: uuid('charged_to'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('deal_exports_person').on(table.dealId, table.requestedBy, table.createdAt, table.id),
    index('deal_exports_requester').on(table.requestedBy),
    index('deal_exports_due').on(table.dueAt).where(sql`${table.dueAt} IS NOT NULL`),
    index('deal_exports_expiring').on(table.expiresAt),
    index('deal_exports_blob').on(table.sha256).where(sql`${table.sha256} IS NOT NULL`),
    index('deal_exports_people').using('gin', table.people),
  ],
)
