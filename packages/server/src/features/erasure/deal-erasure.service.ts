import { dealStateKinds } from '@deal-canvas/contract'
import { type Clock, later, minutes, seconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { DealBlobs } from '../documents/deal-blobs.service.ts'
import type { DealErasureStore } from './deal-erasure.store.ts'
import type { ErasureRow, ErasuresStore } from './erasures.store.ts'

interface Deps {
  store: DealErasureStore
  erasures: Pick<ErasuresStore, 'add' | 'lease' | 'remove'>
  database: Pick<Database, 'afterCommit'>
  blobs: Pick<DealBlobs, 'ofDeal' | 'deleteOf'>
  state: Pick<KeyValue, 'deleteKinds'>
  mail: Pick<Mail, 'forget'>
  now: Clock
}

/** How soon to look again whether the backup has ended that keeps blobs from being deleted. */
const backupRetryMs = seconds(5)
export const leaseMs = seconds(60)
/** Work on a deal that was under way when it was purged has ended by then, and may have written state again. */
const settledMs = minutes(10)

export type DealErasure = ReturnType<typeof createDealErasure>

/** Removes a deal for good, from every store. */
export const createDealErasure = ({ store, erasures, database, blobs, state, mail, now }: Deps) => {
  /**
   * What lies outside the database, or is not tied to the deal's row. Safe to repeat, and repeated once: the erasure is
   * over when nothing that was under way can write any more.
   */
  const wipe = async ({ id, targetId, requestedAt, blobs: named }: ErasureRow): Promise<void> => {
    const isSettled = later(requestedAt, settledMs) <= now()
    await state.deleteKinds([targetId], dealStateKinds)
    await mail.forget({ mentioning: [targetId] })
    const areGone = await blobs.deleteOf(targetId, named)
    if (areGone && isSettled) return erasures.remove(id)
    await erasures.lease(id, areGone ? later(requestedAt, settledMs) : later(now(), backupRetryMs))
  }

  return {
    wipe,

    /** In the transaction that holds the deal. */
    erase: async (dealId: string, requestedBy: string): Promise<void> => {
      const named = await blobs.ofDeal(dealId)
      // Before the intake goes: answers about it name the conversation alone.
      await store.forgetAnswers(dealId)
      await store.delete(dealId)
      await store.keepIdsInAdminLog(dealId)
      const erasure = await erasures.add({
        id: newId(),
        targetType: 'deal',
        targetId: dealId,
        transferTo: null,
        requestedBy,
        requestedAt: now(),
        blobs: named,
        leaseUntil: later(now(), leaseMs),
        finishedAt: null,
      })
      await database.afterCommit(() => wipe(erasure))
    },
  }
}
