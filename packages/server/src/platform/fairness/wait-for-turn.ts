import { refuse } from '../../domain-error.ts'
import type { FairQueue } from './fair-queue.ts'
import { currentParty } from './party.ts'

const retryAfterSeconds = 5

/** A turn for whoever the work is done for. Who waits for too long, or has too much waiting, hears `workers_busy`. */
export const waitForTurn = (
  queue: Pick<FairQueue, 'enter'>,
  { maxWaitMs, signal }: { maxWaitMs: number; signal?: AbortSignal | undefined },
): Promise<() => void> => {
  const timeout = AbortSignal.timeout(maxWaitMs)
  return queue
    .enter(currentParty(), signal === undefined ? timeout : AbortSignal.any([timeout, signal]))
    .catch((error: unknown) =>
      signal?.aborted === true ? Promise.reject(error) : refuse('workers_busy', { retryAfterSeconds }),
    )
}
