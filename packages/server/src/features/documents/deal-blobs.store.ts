import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { blobClaims } from '../../platform/database/tables/blob-claims.ts'

export type NewClaim = typeof blobClaims.$inferInsert
export type DealBlobsStore = ReturnType<typeof createDealBlobsStore>

/** Held by a backup while it copies blobs; must match the name in scripts/backup. */
const collection = "hashtext('blob collection')"
const sweptAtOnce = 1_000

/**
 * Tracks which blobs are referenced by a row or a claim. The statement below must include every table that refers to
 * blobs.
 */
export const createDealBlobsStore = (database: Database) => {
  const { db, query } = database
  return {
    /** Takes a lock shared with other claimants until the transaction ends: no blob is deleted meanwhile. */
    share: async (): Promise<void> => {
      await query({ text: "SELECT pg_advisory_xact_lock_shared(hashtext('blobs'))" })
    },

    /** Takes an exclusive lock until the transaction ends: no blob is claimed meanwhile. */
    hold: async (): Promise<void> => {
      await query({ text: "SELECT pg_advisory_xact_lock(hashtext('blobs'))" })
    },

    /** False: a backup is copying blobs, so none can be deleted now. */
    canCollect: async (): Promise<boolean> => {
      const text = `SELECT pg_try_advisory_xact_lock_shared(${collection}) AS taken`
      return (await query<{ taken: boolean }>({ text })).rows[0]?.taken === true
    },

    claim: async (claim: NewClaim): Promise<void> => {
      await db.insert(blobClaims).values(claim)
    },

    /** Returns the blobs whose claims still existed. */
    dropClaims: async (ids: readonly string[]): Promise<string[]> => {
      const gone = await db
        .delete(blobClaims)
        .where(inArray(blobClaims.id, [...ids]))
        .returning({ sha256: blobClaims.sha256 })
      return gone.map(({ sha256 }) => sha256)
    },

    dropClaimsOfDeal: async (dealId: string): Promise<string[]> => {
      const gone = await db
        .delete(blobClaims)
        .where(eq(blobClaims.dealId, dealId))
        .returning({ sha256: blobClaims.sha256 })
      return gone.map(({ sha256 }) => sha256)
    },

    dropClaimsOn: async (dealId: string, sha256s: readonly string[]): Promise<void> => {
      await db.delete(blobClaims).where(and(eq(blobClaims.dealId, dealId), inArray(blobClaims.sha256, [...sha256s])))
    },

    /** Deletes a bounded number per call. */
    dropClaimsBefore: async (before: Date): Promise<void> => {
      const old = db
        .select({ id: blobClaims.id })
        .from(blobClaims)
        .where(lt(blobClaims.createdAt, before))
        .limit(sweptAtOnce)
      await db.delete(blobClaims).where(and(lt(blobClaims.createdAt, before), inArray(blobClaims.id, old)))
    },

    ofDeal: async (dealId: string): Promise<string[]> => {
      const { rows } = await query<{ sha256: string }>({
        text: `SELECT sha256 FROM documents WHERE deal_id = $1 UNION SELECT sha256 FROM image_crops WHERE deal_id = $1
          UNION SELECT sha256 FROM deal_exports WHERE deal_id = $1 AND sha256 IS NOT NULL
          UNION SELECT sha256 FROM blob_claims WHERE deal_id = $1`,
        values: [dealId],
      })
      return rows.map(({ sha256 }) => sha256)
    },

    /** Returns the blobs without a row or claim that refers to them. */
    unnamed: async (sha256s: readonly string[]): Promise<string[]> => {
      const { rows } = await query<{ sha256: string }>({
        text: `SELECT blob.sha256 FROM unnest($1::text[]) AS blob (sha256)
          WHERE NOT EXISTS (SELECT FROM documents d WHERE d.sha256 = blob.sha256)
            AND NOT EXISTS (SELECT FROM image_crops c WHERE c.sha256 = blob.sha256)
            AND NOT EXISTS (SELECT FROM deal_exports e WHERE e.sha256 = blob.sha256)
            AND NOT EXISTS (SELECT FROM deal_imports i WHERE i.sha256 = blob.sha256)
            AND NOT EXISTS (SELECT FROM blob_claims b WHERE b.sha256 = blob.sha256)`,
        values: [sha256s],
      })
      return rows.map(({ sha256 }) => sha256)
    },
  }
}
