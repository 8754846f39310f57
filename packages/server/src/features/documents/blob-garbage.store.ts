import type { Database } from '../../platform/database/database.ts'

/** Which blobs are named by a row, and who may rely on that. Every table that names blobs stands in the statement below. */
export const createBlobGarbageStore = (database: Pick<Database, 'query'>) => ({
  /** With others who name blobs, until the end of the transaction: meanwhile none is collected. */
  share: async (): Promise<void> => {
    await database.query({ text: "SELECT pg_advisory_xact_lock_shared(hashtext('blobs'))" })
  },

  /** Alone, until the end of the transaction: meanwhile nobody names a blob. */
  hold: async (): Promise<void> => {
    await database.query({ text: "SELECT pg_advisory_xact_lock(hashtext('blobs'))" })
  },

  /** Those that no row names. */
  unnamed: async (sha256s: readonly string[]): Promise<string[]> => {
    const { rows } = await database.query<{ sha256: string }>({
      text: `SELECT blob.sha256 FROM unnest($1::text[]) AS blob (sha256)
        WHERE NOT EXISTS (SELECT FROM documents d WHERE d.sha256 = blob.sha256)
          AND NOT EXISTS (SELECT FROM image_crops c WHERE c.sha256 = blob.sha256)`,
      values: [sha256s],
    })
    return rows.map(({ sha256 }) => sha256)
  },
})
