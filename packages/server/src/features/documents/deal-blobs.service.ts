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

/** A blob that stays for now because a deal claims it. */
export interface ClaimedBlob extends PutBlob {
  claimId: string
}

/** No upload takes longer, and what was extracted from a document is made again when it is missing. */
const claimedMs = days(1)
/** Deleted in one transaction: it must end before the database takes it for abandoned. */
const batchSize = 100

export type DealBlobs = ReturnType<typeof createDealBlobs>

/** The blobs of deals: put with a claim, counted over all deals, deleted with their last reference. */
export const createDealBlobs = ({ store, database, blobs, now }: Deps) => {
  /** Deletes those that nothing refers to. False: a backup is copying, so they stay until it has ended. */
  const deleteUnnamed = async (sha256s: readonly string[]): Promise<boolean> => {
    for (let from = 0; from < sha256s.length; from += batchSize) {
      const batch = sha256s.slice(from, from + batchSize)
      const collected = await database.transaction(async () => {
        if (!(await store.mayCollect())) return false
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

    /** The claim is committed before the blob has its name: otherwise an equal one could be deleted in between. */
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

    /** In the transaction that writes the rows which name the blobs from now on. */
    settle: async (claimed: readonly ClaimedBlob[]): Promise<void> => {
      const settled = await store.dropClaims(claimed.map(({ claimId }) => claimId))
      if (settled.length < claimed.length) throw new Error('A blob was deleted while it arrived')
    },

    /** Gives up what was not settled; blobs that nothing else refers to go at once. */
    release: (claimed: readonly ClaimedBlob[]): Promise<void> =>
      database.afterCommit(async () => {
        if (claimed.length === 0) return
        await deleteUnnamed(await store.dropClaims(claimed.map(({ claimId }) => claimId)))
      }),

    /** All that a deal refers to, named or claimed. */
    ofDeal: store.ofDeal,

    /** Of a deal whose rows are gone: its claims go, and those of the blobs that nothing else refers to. */
    deleteOf: async (dealId: string, named: readonly string[]): Promise<boolean> =>
      deleteUnnamed([...new Set([...named, ...(await store.dropClaimsOfDeal(dealId))])]),

    deleteUnnamed,

    /** Of a deal that needs them no longer: its claims on them go, and they, unless something else refers to them. */
    drop: async (dealId: string, sha256s: readonly string[]): Promise<void> => {
      if (sha256s.length === 0) return
      await store.dropClaimsOn(dealId, sha256s)
      await deleteUnnamed(sha256s)
    },

    /**
     * Removes what crashes left behind: claims and temporary files older than a day, and blobs that nothing refers to.
     * Younger blobs stay, because versions before claims put blobs without one.
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
