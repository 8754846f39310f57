import { errorCodes } from '@deal-canvas/contract'
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { documents, imageCrops } from '../../platform/database/tables/documents.ts'
import { dealBuilds, intakeConversations } from '../../platform/database/tables/intake.ts'
import { dealReadings } from '../../platform/database/tables/readings.ts'

export type DealErasureStore = ReturnType<typeof createDealErasureStore>

/** What of a record of the admin log may stay: the ids. */
const idsOf = (column: string): string =>
  `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(${column}) WHERE key = 'id' OR key LIKE '%\\_id')`

export const createDealErasureStore = (database: Database) => ({
  /** With all that is the deal's, also what does not refer to its row because it may come before it. */
  delete: async (dealId: string): Promise<void> => {
    await database.db.delete(deals).where(eq(deals.id, dealId))
    for (const table of [imageCrops, documents, dealBuilds, dealReadings, intakeConversations])
      await database.db.delete(table).where(eq(table.dealId, dealId))
  },

  /**
   * Stored answers that show something of the deal say from now on that it is gone. They are not removed: a repeat would
   * be taken for a first call, and make the deal again.
   */
  forgetAnswers: async (dealId: string): Promise<void> => {
    const [status, detail] = errorCodes.deal_not_found
    await database.query({
      text: `UPDATE idempotency_keys SET status = $2, answer = $3, packed_answer = NULL, record_id = NULL FROM (
          SELECT $1::text AS id UNION SELECT id FROM intake_conversations WHERE deal_id = $1
        ) AS gone
        WHERE status IS NOT NULL AND (strpos(path, gone.id) > 0 OR strpos(answer, gone.id) > 0)`,
      values: [dealId, status, JSON.stringify({ detail, code: 'deal_not_found' })],
    })
  },

  keepIdsInAdminLog: async (dealId: string): Promise<void> => {
    await database.query({
      text: `UPDATE admin_log SET before = ${idsOf('before')}, after = ${idsOf('after')}
        WHERE target_type = 'deal' AND target_id = $1`,
      values: [dealId],
    })
  },
})
