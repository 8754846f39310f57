import { doublePrecision, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/**
 * The workbook-wide reading of a deal. There is no foreign key, because an intake may only have reserved the deal so
 * far.
 */
export const dealReadings = pgTable('deal_readings', {
  dealId: text('deal_id').primaryKey(),
  /** Increases with every change to how the workbook is read, and with every file of an intake. */
  version: integer('version').notNull(),
  /** ISO 4217 code set by a user; null to use the workbook's. */
  currency: text('currency'),
  /** The currency found in the model's workbook; null if none. */
  workbookCurrency: text('workbook_currency'),
  /** Set by a user; null to use the workbook's. */
  lastActualYear: integer('last_actual_year'),
  /** Factor for amounts, set by a user; null to use the workbook's. */
  scale: doublePrecision('scale'),
  updatedAt: instant('updated_at').notNull(),
})

/** Workbook templates for which an organization remembers the chosen cells. Contains no text of any workbook. */
export const readingTemplates = pgTable(
  'reading_templates',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    /** SHA-256 of the sheet names and of the labels with their positions. */
    fingerprint: text('fingerprint').notNull(),
    /** The deal on which a cell was last chosen. */
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
    /** Position of the sheet in the workbook; its name is part of the fingerprint. */
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
