import { sql } from 'drizzle-orm'
import { bigint, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/**
 * The versions of a memo: one for each change of a deal that changes texts, titles or order of sections, numbers or the
 * model. The texts are in `section_versions`.
 */
export const memoVersions = pgTable(
  'memo_versions',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    at: instant('at').notNull(),
    /** Null: the service, or the version that an upgrade found. */
    madeBy: uuid('made_by').references(() => users.id),
    /** The last event of the change in the audit trail. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** Null if the deal has no model. */
    modelVersion: integer('model_version'),
    currency: text('currency').notNull(),
    /** In memo order. */
    sectionsChanged: text('sections_changed').array().notNull(),
    numbersChanged: integer('numbers_changed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.version] })],
)

/** Which version of a section belongs to which versions of the memo. */
export const memoVersionSections = pgTable(
  'memo_version_sections',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    sectionKey: text('section_key').notNull(),
    /** The first version of the memo with it. */
    fromVersion: integer('from_version').notNull(),
    /** The first version of the memo without it; null: the newest has it. */
    untilVersion: integer('until_version'),
    sectionVersion: integer('section_version').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.sectionKey, table.fromVersion] }),
    index('memo_version_sections_current').on(table.dealId).where(sql`${table.untilVersion} IS NULL`),
  ],
)

/** The value of a metric in versions of the memo; without a row it had none. */
export const memoVersionNumbers = pgTable(
  'memo_version_numbers',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    metricKey: text('metric_key').notNull(),
    fromVersion: integer('from_version').notNull(),
    untilVersion: integer('until_version'),
    value: doublePrecision('value').notNull(),
    unit: text('unit').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.metricKey, table.fromVersion] }),
    index('memo_version_numbers_current').on(table.dealId).where(sql`${table.untilVersion} IS NULL`),
  ],
)
