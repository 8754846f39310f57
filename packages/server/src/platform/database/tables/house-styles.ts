import { papers } from '@deal-canvas/contract'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { orgs } from './orgs.ts'

/** How an organization prints its memos. Without a row it has the default style. */
export const houseStyles = pgTable('house_styles', {
  orgId: uuid('org_id')
    .primaryKey()
    .references(() => orgs.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** `#3451b2`. */
  accent: text('accent').notNull(),
  paper: text('paper', { enum: papers }).notNull(),
  /** At the foot of each page; null: the name of the organization. */
  footer: text('footer'),
  /** A PNG or JPEG image without metadata. */
  logo: bytea('logo'),
  updatedAt: instant('updated_at').notNull(),
})
