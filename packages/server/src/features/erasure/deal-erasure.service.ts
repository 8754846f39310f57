import { dealStateKinds } from '@deal-canvas/contract'
import { type Clock, later, minutes, seconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { DealBlobs } from '../documents/index.ts'
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

/** How soon to check again whether the backup that blocks the deletion of blobs has ended. */
const backupRetryMs = seconds(5)
export const leaseMs = seconds(60)
/** Work in progress at the time of the purge has ended by then; until then it can still write state. */
const settledMs = minutes(10)

export type DealErasure = ReturnType<typeof createDealErasure>

/** Deletes a deal permanently from every store. */
export const createDealErasure = ({ store, erasures, database, blobs, state, mail, now }: Deps) => {
  /**
   * Deletes data outside the database or not tied to the deal's row. Safe to repeat, and runs a second time when no
   * work from before the purge can write anymore; only then is the erasure finished.
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

    /** Call in the transaction that holds the deal's lock. */
    erase: async (dealId: string, requestedBy: string): Promise<void> => {
      const named = await blobs.ofDeal(dealId)
      // Before the intake is deleted: stored responses about it contain only the conversation id.
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
