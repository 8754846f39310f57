import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** What a person would have been mailed at once, had others not caused so many mails; it goes out as one digest. */
export const heldMails = pgTable(
  'held_mails',
  {
    id: uuid('id').primaryKey(),
    /** The address it goes to. */
    recipient: text('recipient').notNull(),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The deal it tells of; it goes with the deal. */
    dealId: text('deal_id').references(() => deals.id, { onDelete: 'cascade' }),
    /** What the digest says of it, encrypted: it holds names, and links that let people in. */
    sealed: text('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('held_mails_recipient').on(table.recipient, table.createdAt, table.id),
    index('held_mails_oldest').on(table.createdAt),
    index('held_mails_sender').on(table.senderId),
    index('held_mails_deal').on(table.dealId),
  ],
)
