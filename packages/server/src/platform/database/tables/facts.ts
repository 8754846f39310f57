import type { FactTable } from '@deal-canvas/contract'
import {
  factBounds,
  factOrigins,
  findingStatuses,
  metricUnits,
  settlementChoices,
  severities,
} from '@deal-canvas/contract'
import type { FactPeriod, FactPlace } from '@deal-canvas/facts'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { documents } from './documents.ts'
import { users } from './users.ts'

/** Which documents have been read for facts, and the tables of known kinds that they contain. */
export const factReadings = pgTable(
  'fact_readings',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    dealId: text('deal_id').notNull(),
    /** The version of the extraction that read it; 0 if none has yet. */
    form: integer('form').notNull(),
    /** When it is due to be read; null if it has been. A node that reads it postpones this, so that no other takes it. */
    dueAt: instant('due_at'),
    problem: text('problem'),
    facts: integer('facts').notNull(),
    flags: integer('flags').notNull(),
    tables: jsonb('tables').$type<FactTable[]>().notNull(),
  },
  (table) => [
    index('fact_readings_due').on(table.dueAt).where(sql`${table.dueAt} IS NOT NULL`),
    index('fact_readings_deal').on(table.dealId),
  ],
)

/** Numbers that documents state. */
export const documentFacts = pgTable(
  'document_facts',
  {
    dealId: text('deal_id').notNull(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** In the order of the document. */
    position: integer('position').notNull(),
    metricKey: text('metric_key'),
    term: text('term').notNull(),
    value: doublePrecision('value').notNull(),
    unit: text('unit', { enum: metricUnits }).notNull(),
    currency: text('currency'),
    period: jsonb('period').$type<FactPeriod>(),
    qualifier: text('qualifier'),
    quote: text('quote').notNull(),
    place: jsonb('place').$type<FactPlace>().notNull(),
    confidence: doublePrecision('confidence').notNull(),
    tolerance: doublePrecision('tolerance').notNull(),
    bound: text('bound', { enum: factBounds }),
    origin: text('origin', { enum: factOrigins }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.documentId, table.position] }),
    index('document_facts_document').on(table.documentId),
    index('document_facts_metric').on(table.dealId, table.metricKey, table.documentId, table.position),
  ],
)

/** The deals whose documents are compared with their numbers. */
export const dealReconciliations = pgTable(
  'deal_reconciliations',
  {
    dealId: text('deal_id')
      .primaryKey()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** When it is due; null if it is current. A node that works on it postpones this, so that no other does. */
    dueAt: instant('due_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('deal_reconciliations_due').on(table.dueAt).where(sql`${table.dueAt} IS NOT NULL`)],
)

/** One side of a comparison that was found. */
export interface StoredPlace {
  page: number | null
  sheet: string | null
  cell: string | null
  box: number[] | null
  quote: string | null
}

export interface StoredEffect {
  metricKey: string
  before: number | null
  after: number | null
}

/** Where a document agrees with the model or another document, or contradicts it. */
export const reconciliationFindings = pgTable(
  'reconciliation_findings',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** In the order of the list. */
    position: integer('position').notNull(),
    status: text('status', { enum: findingStatuses }).notNull(),
    metricKey: text('metric_key').notNull(),
    unit: text('unit', { enum: metricUnits }).notNull(),
    period: text('period'),
    qualifier: text('qualifier'),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    value: doublePrecision('value').notNull(),
    place: jsonb('place').$type<StoredPlace>().notNull(),
    /** Null: the model. */
    otherDocumentId: uuid('other_document_id').references(() => documents.id, { onDelete: 'cascade' }),
    otherValue: doublePrecision('other_value').notNull(),
    otherPlace: jsonb('other_place').$type<StoredPlace>(),
    severity: text('severity', { enum: severities }),
    effects: jsonb('effects').$type<StoredEffect[]>().notNull(),
    choice: text('choice', { enum: settlementChoices }),
    reason: text('reason'),
    settledBy: uuid('settled_by').references(() => users.id),
    settledAt: instant('settled_at'),
    version: integer('version').notNull(),
  },
  (table) => [
    index('reconciliation_findings_deal').on(table.dealId, table.position),
    index('reconciliation_findings_document').on(table.documentId),
    index('reconciliation_findings_other').on(table.otherDocumentId),
  ],
)
