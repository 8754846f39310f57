import { sql } from 'drizzle-orm'
import { bigint, customType, index, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Ordered by bytes, whatever the server's locale: pages must come in the same order from every store. */
const orderedText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/** Versions and fencing numbers. One source that only rises, so that a number never comes back after a deletion. */
export const keyValueNumbers = pgSequence('key_value_numbers')

/** Short-lived state of deals, where no Redis is set up. Deals are not referenced: any row may vanish or outlive its deal. */
export const keyValues = pgTable(
  'key_values',
  {
    dealId: orderedText('deal_id').notNull(),
    kind: orderedText('kind').notNull(),
    id: orderedText('id').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    /** JSON as it was given; jsonb refuses U+0000 and rewrites numbers. Null: a lease. */
    value: text('value'),
    /** Who holds the lease; null: a value. */
    holder: text('holder'),
    /** Null: never. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.kind, table.id] }),
    index('key_values_expires').on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
  ],
)
