import { sql } from 'drizzle-orm'
import { customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What an entry of the search index can be about. */
export const indexedKinds = ['deal', 'metric', 'section', 'document', 'fact', 'comment'] as const

/**
 * What the search finds: one row per deal, metric, section, document, passage, fact, comment and reply. Triggers write
 * it in the transaction of each change, whatever makes the change. It contains no text, only words.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** The organization of the deal; null for a personal deal. */
    orgId: uuid('org_id'),
    kind: text('kind', { enum: indexedKinds }).notNull(),
    /** Which of them: a key or an id; with what it belongs to in front, where it is a passage, a fact or a reply. */
    ref: text('ref').notNull(),
    /** When its words were written; the newest are found first. */
    at: instant('at').notNull(),
    /** Its words without accents and case, with its deal, its organization and its metric as tokens no text contains. */
    words: words('words').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.kind, table.ref] }),
    /** For looking at the newest entries of a deal, or of an organization. */
    index('search_entries_newest').on(table.dealId, table.kind, table.at, table.ref),
    index('search_entries_newest_in_org')
      .on(table.orgId, table.kind, table.at, table.dealId, table.ref)
      .where(sql`${table.orgId} IS NOT NULL`),
    // One per kind: a word of many comments must not slow down the search for a deal of that name.
    ...indexedKinds.map((kind) =>
      index(`search_entries_${kind}`)
        .using('gin', table.words)
        .where(sql.raw(`kind = '${kind}'`)),
    ),
  ],
)

/** Deals from before the search whose contents still have to be indexed. */
export const searchBacklog = pgTable(
  'search_backlog',
  {
    dealId: text('deal_id')
      .primaryKey()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** Which of its tables is next, and the last key of it that was indexed. */
    stage: text('stage').notNull(),
    after: text('after').notNull(),
    /** When the next step is due. A node that works on it postpones this, so that no other does. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [index('search_backlog_due').on(table.dueAt)],
)
