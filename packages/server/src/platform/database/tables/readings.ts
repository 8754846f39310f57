import { doublePrecision, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/**
 * What is known about the workbook of a deal as a whole. The deal may so far be only reserved by an intake, so nothing
 * refers to its row.
 */
export const dealReadings = pgTable('deal_readings', {
  dealId: text('deal_id').primaryKey(),
  /** Rises with every change of how the workbook is read, and with every file of an intake. */
  version: integer('version').notNull(),
  /** ISO 4217, as a person set it; null: what the workbook says. */
  currency: text('currency'),
  /** What the workbook of the model says; null: nothing. */
  workbookCurrency: text('workbook_currency'),
  /** As a person set it; null: what the workbook says. */
  lastActualYear: integer('last_actual_year'),
  /** What amounts are multiplied with, as a person set it; null: what the workbook says. */
  scale: doublePrecision('scale'),
  updatedAt: instant('updated_at').notNull(),
})

/** Workbook templates for which an organization remembers the chosen cells. Holds no text of any workbook. */
export const readingTemplates = pgTable(
  'reading_templates',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    /** SHA-256 of the sheet names and of the labels with their places. */
    fingerprint: text('fingerprint').notNull(),
    /** Where a cell was last chosen. */
    dealId: text('deal_id').references(() => deals.id, { onDelete: 'set null' }),
    updatedBy: uuid('updated_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('reading_templates_fingerprint').on(table.orgId, table.fingerprint),
    index('reading_templates_newest').on(table.orgId, table.updatedAt, table.id),
    index('reading_templates_deal').on(table.dealId),
  ],
)

export const readingTemplateCells = pgTable(
  'reading_template_cells',
  {
    templateId: uuid('template_id')
      .notNull()
      .references(() => readingTemplates.id, { onDelete: 'cascade' }),
    metricKey: text('metric_key').notNull(),
    /** The place of the sheet in the workbook; its name is part of the fingerprint. */
    sheetIndex: integer('sheet_index').notNull(),
    cell: text('cell').notNull(),
    scale: doublePrecision('scale').notNull(),
    chosenBy: uuid('chosen_by')
      .notNull()
      .references(() => users.id),
    chosenAt: instant('chosen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.metricKey] })],
)
