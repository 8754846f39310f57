import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orgs } from './orgs.ts'

/** The email domains whose people an organization can sign in. Only superadmins assign them. */
export const orgDomains = pgTable(
  'org_domains',
  {
    /** As DNS has it: lower case, ASCII. */
    domain: text('domain').primaryKey(),
    /** The same with the letters of its language, as an address can have it. */
    spelled: text('spelled').notNull(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('org_domains_org').on(table.orgId, table.domain)],
)
