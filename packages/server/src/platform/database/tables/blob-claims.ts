import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Blobs of a deal that no document or image refers to: uploads in progress, and content extracted from its documents. A
 * claim is committed before the blob gets its name, so that nothing deletes an identical blob in between.
 */
export const blobClaims = pgTable(
  'blob_claims',
  {
    id: uuid('id').primaryKey(),
    dealId: text('deal_id').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('blob_claims_deal').on(table.dealId),
    index('blob_claims_blob').on(table.sha256),
    index('blob_claims_oldest').on(table.createdAt),
  ],
)
