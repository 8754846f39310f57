import { findingChoices } from '@deal-canvas/contract'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** How findings of the model were settled. A row whose settlement was undone stays, so that its version only rises. */
export const findingSettlements = pgTable(
  'finding_settlements',
  {
    dealId: text('deal_id')
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    findingId: text('finding_id').notNull(),
    /** Of what the finding said: a settlement holds only as long as it says the same. */
    fingerprint: text('fingerprint').notNull(),
    /** Null: the settlement was undone. */
    choice: text('choice', { enum: findingChoices }),
    reason: text('reason'),
    settledBy: uuid('settled_by')
      .notNull()
      .references(() => users.id),
    settledAt: instant('settled_at').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.findingId] }),
    index('finding_settlements_person').on(table.settledBy),
  ],
)
