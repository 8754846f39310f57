import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { deals } from './deals.ts'
import { users } from './users.ts'

/** Mails held back because others caused too many mails to this person; they go out as one digest. */
export const heldMails = pgTable(
  'held_mails',
  {
    id: uuid('id').primaryKey(),
    /** The recipient's address. */
    recipient: text('recipient').notNull(),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The deal it is about; deleted together with the deal. */
    dealId: text('deal_id').references(() => deals.id, { onDelete: 'cascade' }),
    /** Its digest entry, encrypted because it contains names and links that grant access. */
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
