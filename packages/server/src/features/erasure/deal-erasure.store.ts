import { errorCodes } from '@deal-canvas/contract'
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { dealImports, importedPeople } from '../../platform/database/tables/bundles.ts'
import { deals } from '../../platform/database/tables/deals.ts'
import { documents, imageCrops } from '../../platform/database/tables/documents.ts'
import { dealBuilds, intakeConversations } from '../../platform/database/tables/intake.ts'
import { dealReadings } from '../../platform/database/tables/readings.ts'

export type DealErasureStore = ReturnType<typeof createDealErasureStore>

/** Keeps only the ids of an admin log entry. */
const idsOf = (column: string): string =>
  `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(${column}) WHERE key = 'id' OR key LIKE '%\\_id')`

export const createDealErasureStore = (database: Database) => ({
  /**
   * Deletes the deal and all its data, including rows without a foreign key to it because they can exist before the
   * deal.
   */
  delete: async (dealId: string): Promise<void> => {
    // Before their rows: names that came with a bundle belong to this deal alone.
    const people = await database.db
      .select({ id: importedPeople.userId })
      .from(importedPeople)
      .where(eq(importedPeople.dealId, dealId))
    await database.db.delete(deals).where(eq(deals.id, dealId))
    for (const table of [dealImports, imageCrops, documents, dealBuilds, dealReadings, intakeConversations])
      await database.db.delete(table).where(eq(table.dealId, dealId))
    await database.query({
      text: "DELETE FROM users WHERE status = 'imported' AND id = ANY($1::uuid[])",
      values: [people.map(({ id }) => id)],
    })
  },

  /**
   * Replaces stored idempotent responses that mention the deal with 404. They are not deleted, because a repeated
   * request would then count as new and create the deal again.
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
