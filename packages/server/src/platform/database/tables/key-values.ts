import { sql } from 'drizzle-orm'
import { bigint, customType, index, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Byte order, regardless of the server's locale: every store must return pages in the same order. */
const orderedText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * Versions and fencing numbers: one sequence that only increases, so that a number is never reused after a deletion.
 */
export const keyValueNumbers = pgSequence('key_value_numbers')

/**
 * Short-lived deal state when Redis is not configured. No foreign key to deals: any row can vanish or outlive its deal.
 */
export const keyValues = pgTable(
  'key_values',
  {
    dealId: orderedText('deal_id').notNull(),
    kind: orderedText('kind').notNull(),
    id: orderedText('id').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    /** JSON text as given, because jsonb rejects U+0000 and rewrites numbers. Null for a lease. */
    value: text('value'),
    /** The holder of the lease; null for a value. */
    holder: text('holder'),
    /** Null means never. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.dealId, table.kind, table.id] }),
    index('key_values_expires').on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
  ],
)
