import type { FrozenCells } from '@deal-canvas/contract'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { documents } from './documents.ts'
import { users } from './users.ts'

/** The model of a deal: the source of its numbers. */
export const dealModels = pgTable('deal_models', {
  dealId: text('deal_id')
    .primaryKey()
    .references(() => deals.id, { onDelete: 'cascade' }),
  /** Increases with every change that can move a number: a new workbook, another cell for a metric, an override. */
  version: integer('version').notNull(),
  /** Null if the numbers were entered by hand. */
  documentId: uuid('document_id').references(() => documents.id),
  sha256: text('sha256'),
  fileName: text('file_name'),
  dealType: text('deal_type'),
  formulas: integer('formulas').notNull(),
  computed: integer('computed').notNull(),
  agreeing: integer('agreeing').notNull(),
  /** Formulas without a cached value. */
  uncached: integer('uncached').notNull().default(0),
  /** Null if the workbook was read before frozen cells were recorded. */
  frozen: jsonb('frozen').$type<FrozenCells>(),
  /** The scenario whose overrides are applied; null for Base, the workbook without overrides. */
  presentedScenario: uuid('presented_scenario'),
  updatedAt: instant('updated_at').notNull(),
})

/** Cells that users chose for a metric; the choice is kept when a newer workbook is uploaded. */
export const metricSources = pgTable(
  'metric_sources',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    metricKey: text('metric_key').notNull(),
    /** Null, like the cell, if a user stated that the workbook does not have this metric. */
    sheet: text('sheet'),
    cell: text('cell'),
    /** Factor that the cell's number is multiplied by. */
    scale: doublePrecision('scale').notNull(),
    /** True if it was carried over from the same template; nobody has checked it on this deal. */
    byTemplate: boolean('by_template').notNull().default(false),
    chosenBy: uuid('chosen_by')
      .notNull()
      .references(() => users.id),
    chosenAt: instant('chosen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.metricKey] })],
)

/** Overrides of model values; the newest one of a metric applies unless it was reverted. */
export const modelOverrides = pgTable(
  'model_overrides',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** The model version that it created. */
    version: integer('version').notNull(),
    metricKey: text('metric_key').notNull(),
    /** In the metric's unit. */
    value: doublePrecision('value').notNull(),
    /** Previous values of every metric it moved, so that a revert restores each one exactly. */
    before: jsonb('before').$type<Record<string, number | null>>().notNull(),
    /** The workbook's value, in the metric's unit; null if unknown. */
    workbookValue: doublePrecision('workbook_value'),
    /** The reason given by the user who applied it. */
    reason: text('reason'),
    appliedBy: uuid('applied_by')
      .notNull()
      .references(() => users.id),
    appliedAt: instant('applied_at').notNull(),
    revertedAt: instant('reverted_at'),
    /** The model version that removed it; null if it is active or was reverted before this was recorded. */
    revertedVersion: integer('reverted_version'),
  },
  (table) => [index('model_overrides_deal').on(table.dealId, table.version)],
)

/** What-if previews that can still be applied. */
export const ripplePreviews = pgTable(
  'ripple_previews',
  {
    /** Digest of the preview token. */
    id: text('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    modelVersion: integer('model_version').notNull(),
    metricKey: text('metric_key').notNull(),
    value: doublePrecision('value').notNull(),
    /** Metrics that are changed at once with this one; null if there are none. */
    further: jsonb('further').$type<{ metricKey: string; value: number }[]>(),
    /** The new value of each moved metric. */
    after: jsonb('after').$type<Record<string, number | null>>().notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    appliedAt: instant('applied_at'),
  },
  (table) => [index('ripple_previews_expires').on(table.expiresAt)],
)
