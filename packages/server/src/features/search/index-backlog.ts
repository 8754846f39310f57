import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type BacklogStep, type BacklogStore, stages } from './backlog.store.ts'

interface Deps {
  store: BacklogStore
  database: Pick<Database, 'transaction'>
  onError(error: unknown): void
  now: Clock
}

/** Longer than any step takes. */
const leaseMs = 60_000

/**
 * Indexes deals from before the search, in the background. Each step is one short transaction under the lock of its
 * deal, so that a change never waits long, and an interrupted deal continues with its next step.
 */
export const createIndexBacklog = ({ store, database, onError, now }: Deps) => {
  let isClosing = false
  let round: Promise<void> = Promise.resolve()

  /** Makes one step. Undefined: the deal is done. */
  const step = (at: BacklogStep): Promise<BacklogStep | undefined> =>
    database.transaction(async () => {
      await store.lockDeal(at.dealId)
      const after = await store.index(at)
      const stage = after === undefined ? stages[stages.indexOf(at.stage) + 1] : at.stage
      if (stage === undefined) {
        await store.end(at.dealId)
        return undefined
      }
      const following = { dealId: at.dealId, stage, after: after ?? '' }
      await store.advance(following, later(now(), leaseMs))
      return following
    })

  const indexDue = async (): Promise<void> => {
    while (!isClosing) {
      let at = await store.take(now(), later(now(), leaseMs))
      if (at === undefined) return
      try {
        while (at !== undefined && !isClosing) at = await step(at)
      } catch (error) {
        // The deal is due again when its lease ends; the others need not wait for it.
        if (!isClosing) onError(error)
      }
    }
  }

  return {
    resume: (): Promise<void> => {
      round = indexDue()
      return round
    },
    close: async (): Promise<void> => {
      isClosing = true
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
