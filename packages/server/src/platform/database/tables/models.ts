import type { FrozenCells } from '@deal-canvas/contract'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { documents } from './documents.ts'
import { users } from './users.ts'

/** The model of a deal: where its numbers come from. */
export const dealModels = pgTable('deal_models', {
  dealId: text('deal_id')
    .primaryKey()
    .references(() => deals.id, { onDelete: 'cascade' }),
  /** Rises with everything that moves a number: another workbook, another cell for a metric, an override. */
  version: integer('version').notNull(),
  /** Null: numbers by hand. */
  documentId: uuid('document_id').references(() => documents.id),
  sha256: text('sha256'),
  fileName: text('file_name'),
  dealType: text('deal_type'),
  formulas: integer('formulas').notNull(),
  computed: integer('computed').notNull(),
  agreeing: integer('agreeing').notNull(),
  /** Formulas without a cached value. */
  uncached: integer('uncached').notNull().default(0),
  /** Null: the workbook was read before frozen cells were recorded. */
  frozen: jsonb('frozen').$type<FrozenCells>(),
  updatedAt: instant('updated_at').notNull(),
})

/** Cells that people chose for a metric; they stay chosen when a newer workbook comes. */
export const metricSources = pgTable(
  'metric_sources',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    metricKey: text('metric_key').notNull(),
    /** Null, like the cell: somebody said that the workbook does not have this metric. */
    sheet: text('sheet'),
    cell: text('cell'),
    /** What the number of the cell is multiplied with. */
    scale: doublePrecision('scale').notNull(),
    /** Whether it was chosen for the same template before; nobody has looked at it on this deal. */
    byTemplate: boolean('by_template').notNull().default(false),
    chosenBy: uuid('chosen_by')
      .notNull()
      .references(() => users.id),
    chosenAt: instant('chosen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.metricKey] })],
)

/** Values that were applied over those of the model, the newest of a metric counts unless it was reverted. */
export const modelOverrides = pgTable(
  'model_overrides',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** The version of the model that it made. */
    version: integer('version').notNull(),
    metricKey: text('metric_key').notNull(),
    /** In the metric's unit. */
    value: doublePrecision('value').notNull(),
    /** Every metric that it moved, as it was before, so that a revert restores each to the last bit. */
    before: jsonb('before').$type<Record<string, number | null>>().notNull(),
    /** What the workbook says, in the metric's unit; null: it is not known. */
    workbookValue: doublePrecision('workbook_value'),
    /** Why, in the words of the person who applied it. */
    reason: text('reason'),
    appliedBy: uuid('applied_by')
      .notNull()
      .references(() => users.id),
    appliedAt: instant('applied_at').notNull(),
    revertedAt: instant('reverted_at'),
  },
  (table) => [index('model_overrides_deal').on(table.dealId, table.version)],
)

/** Previews that can still be applied. */
export const ripplePreviews = pgTable(
  'ripple_previews',
  {
    /** The digest of its token. */
    id: text('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    modelVersion: integer('model_version').notNull(),
    metricKey: text('metric_key').notNull(),
    value: doublePrecision('value').notNull(),
    /** What each moved metric will be. */
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
