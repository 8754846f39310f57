import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** A page that has ever been edited; its row is locked while its texts change. */
export const cmsPages = pgTable('cms_pages', {
  pageId: text('page_id').primaryKey(),
  version: integer('version').notNull(),
})

/** Texts that differ or once differed from their defaults, and drafts. A key without a row has its default text. */
export const cmsTexts = pgTable(
  'cms_texts',
  {
    pageId: text('page_id')
      .notNull()
      .references(() => cmsPages.pageId),
    key: text('key').notNull(),
    /** Null: the default applies and there is only a draft. */
    value: text('value'),
    updatedAt: instant('updated_at'),
    updatedBy: uuid('updated_by').references(() => users.id),
    draftValue: text('draft_value'),
    draftUpdatedAt: instant('draft_updated_at'),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.key] })],
)

/** Every value of a text since its first edit. */
export const cmsRevisions = pgTable(
  'cms_revisions',
  {
    id: uuid('id').primaryKey(),
    pageId: text('page_id')
      .notNull()
      .references(() => cmsPages.pageId),
    key: text('key').notNull(),
    value: text('value').notNull(),
    at: instant('at').notNull(),
    by: uuid('by').references(() => users.id),
  },
  (table) => [index('cms_revisions_newest').on(table.pageId, table.key, table.at, table.id)],
)
