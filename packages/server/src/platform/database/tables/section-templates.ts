import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orgs } from './orgs.ts'
import { users } from './users.ts'

/** Sections that an organization keeps for its memos. */
export const sectionTemplates = pgTable(
  'section_templates',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The title of the sections made from it. */
    title: text('title').notNull(),
    content: text('content').notNull(),
    version: integer('version').notNull(),
    updatedBy: uuid('updated_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('section_templates_org').on(table.orgId, table.name, table.id)],
)
