import type { Blobs, PutBlob } from '../../platform/blobs/blobs.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { DealBlobsStore } from './deal-blobs.store.ts'

interface Deps {
  store: DealBlobsStore
  database: Pick<Database, 'transaction' | 'afterCommit'>
  blobs: Blobs
  now: Clock
}

/** A blob that is protected from deletion by a deal's claim. */
export interface ClaimedBlob extends PutBlob {
  claimId: string
}

/** No upload takes longer, and extracted content is extracted again if it is missing. */
const claimedMs = days(1)
/** Blobs deleted per transaction: it must finish before the database's timeout for idle transactions. */
const batchSize = 100

export type DealBlobs = ReturnType<typeof createDealBlobs>

/**
 * Stores the blobs of deals: writes each with a claim, counts references across all deals, and deletes it with the last
 * one.
 */
export const createDealBlobs = ({ store, database, blobs, now }: Deps) => {
  /** Deletes blobs without references. False: a backup is copying, so they stay until it ends. */
  const deleteUnnamed = async (sha256s: readonly string[]): Promise<boolean> => {
    for (let from = 0; from < sha256s.length; from += batchSize) {
      const batch = sha256s.slice(from, from + batchSize)
      const collected = await database.transaction(async () => {
        if (!(await store.canCollect())) return false
        await store.hold()
        for (const sha256 of await store.unnamed(batch)) await blobs.delete(sha256)
        return true
      })
      if (!collected) return false
    }
    return true
  }

  return {
    open: blobs.open,
    size: blobs.size,

    /** Commits the claim before the blob gets its name; otherwise an identical blob could be deleted in between. */
    put: async (
      dealId: string,
      source: AsyncIterable<Uint8Array> | Uint8Array,
      { maxBytes }: { maxBytes: number },
    ): Promise<ClaimedBlob> => {
      const claimId = newId()
      const claim = ({ sha256 }: PutBlob): Promise<void> =>
        database.transaction(async () => {
          await store.share()
          await store.claim({ id: claimId, dealId, sha256, createdAt: now() })
        })
      return { ...(await blobs.put(source, { maxBytes, beforeNaming: claim })), claimId }
    },

    /** Call in the transaction that writes the rows that refer to the blobs. */
    settle: async (claimed: readonly ClaimedBlob[]): Promise<void> => {
      const settled = await store.dropClaims(claimed.map(({ claimId }) => claimId))
      if (settled.length < claimed.length) throw new Error('A blob was deleted while it arrived')
    },

    /** Drops claims that were not settled and deletes blobs without other references. */
    release: (claimed: readonly ClaimedBlob[]): Promise<void> =>
      database.afterCommit(async () => {
        if (claimed.length === 0) return
        await deleteUnnamed(await store.dropClaims(claimed.map(({ claimId }) => claimId)))
      }),

    /** Returns all blobs that a deal refers to, by row or by claim. */
    ofDeal: store.ofDeal,

    /** Drops the claims of a deal whose rows were deleted, and deletes blobs without other references. */
    deleteOf: async (dealId: string, named: readonly string[]): Promise<boolean> =>
      deleteUnnamed([...new Set([...named, ...(await store.dropClaimsOfDeal(dealId))])]),

    deleteUnnamed,

    /** Drops a deal's claims on blobs it no longer needs, and deletes blobs without other references. */
    drop: async (dealId: string, sha256s: readonly string[]): Promise<void> => {
      if (sha256s.length === 0) return
      await store.dropClaimsOn(dealId, sha256s)
      await deleteUnnamed(sha256s)
    },

    /**
     * Removes leftovers of crashes: claims and temporary files older than a day, and blobs without references. Newer
     * blobs stay, because older versions stored blobs without a claim.
     */
    collect: async (): Promise<void> => {
      await blobs.removeLeftovers()
      await store.dropClaimsBefore(later(now(), -claimedMs))
      for await (const page of blobs.list()) {
        const old = page.filter(({ storedAt }) => now().getTime() - storedAt.getTime() > claimedMs)
        if (old.length === 0) continue
        const unnamed = await store.unnamed(old.map(({ sha256 }) => sha256))
        if (unnamed.length > 0 && !(await deleteUnnamed(unnamed))) return
      }
    },
  }
}
