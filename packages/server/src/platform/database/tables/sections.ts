import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
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

export const sections = pgTable(
  'sections',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    sectionKey: text('section_key').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** In code points: the memo size is summed from this under the deal's lock, without reading the text. */
    contentLength: integer('content_length').generatedAlwaysAs(sql`char_length(content)`),
    version: integer('version').notNull(),
    /** The last version drafted from the numbers; if it is the current one, nobody has edited the section. */
    draftedVersion: integer('drafted_version'),
    /** Position in the memo. */
    position: integer('position').notNull(),
    /** The metrics that its text cites. */
    cited: text('cited').array().notNull(),
    stale: boolean('stale').notNull(),
    /** The fence of the newest lock that wrote here; a writer with an older fence has lost the section. */
    fence: bigint('fence', { mode: 'number' }).notNull(),
    updatedBy: uuid('updated_by').references(() => users.id),
    updatedAt: instant('updated_at').notNull(),
    /** Null: it is in the memo. A removed section keeps its row, and with it its versions, ratings and comments. */
    removedAt: instant('removed_at'),
    removedBy: uuid('removed_by').references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.sectionKey] })],
)

/** Every version of a section, including the current one. */
export const sectionVersions = pgTable(
  'section_versions',
  {
    dealId: text('deal_id').notNull(),
    sectionKey: text('section_key').notNull(),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    updatedBy: uuid('updated_by').references(() => users.id),
    updatedAt: instant('updated_at').notNull(),
    /**
     * Salt: without knowing it, nobody can guess a short text from its digest in the audit trail; null for older
     * versions.
     */
    salt: text('salt'),
    size: integer('size').generatedAlwaysAs(sql`octet_length(title) + octet_length(content)`),
    /** The organization or person whose quota it counts against; set by a trigger. */
    chargedTo: uuid('charged_to'),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.sectionKey, table.version] }),
    foreignKey({
      columns: [table.dealId, table.sectionKey],
      foreignColumns: [sections.dealId, sections.sectionKey],
    }).onDelete('cascade'),
  ],
)

/** The metrics of a deal. */
export const dealMetrics = pgTable(
  'deal_metrics',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    metricKey: text('metric_key').notNull(),
    label: text('label').notNull(),
    unit: text('unit', {
      enum: ['currency', 'percentage_points', 'multiple_x', 'ratio', 'count', 'square_feet', 'months', 'date'],
    }).notNull(),
    value: doublePrecision('value'),
    kind: text('kind', { enum: ['input', 'derived'] })
      .notNull()
      .default('input'),
    /** The formula from the model; null to use the one in the catalog, if there is one. */
    formula: text('formula'),
    /** Null if entered by hand. */
    source: jsonb('source').$type<{ file: string; sheet: string; cell: string }>(),
    confidence: doublePrecision('confidence'),
    computedShare: doublePrecision('computed_share'),
    position: integer('position').notNull(),
    version: integer('version').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.dealId, table.metricKey] })],
)

/** Section ratings; only a person's newest rating of a section counts. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id').notNull(),
    sectionKey: text('section_key').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    sectionVersion: integer('section_version').notNull(),
    rating: integer('rating').notNull(),
    comment: text('comment'),
    tags: text('tags').array().notNull(),
    createdAt: instant('created_at').notNull(),
    counts: boolean('counts').notNull(),
    /** Salt of its digest in the audit trail, where the first reading was blind; else null. */
    salt: text('salt'),
  },
  (table) => [
    foreignKey({
      columns: [table.dealId, table.sectionKey],
      foreignColumns: [sections.dealId, sections.sectionKey],
    }).onDelete('cascade'),
    uniqueIndex('feedback_counts').on(table.dealId, table.sectionKey, table.userId).where(sql`${table.counts}`),
    /** For reading a person's earlier ratings of a section. */
    index('feedback_former').on(table.dealId, table.sectionKey, table.userId, table.createdAt),
  ],
)
