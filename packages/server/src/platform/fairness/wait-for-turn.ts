import { refuse } from '../../domain-error.ts'
import { type FairQueue, QueueFull, WaitedTooLong } from './fair-queue.ts'
import { currentParty } from './party.ts'
import { outsideOfPlace } from './place.ts'

const retryAfterSeconds = 5

/**
 * A turn for the current party. Fails with `workers_busy` if the wait is too long or the party has too much waiting.
 */
export const waitForTurn = (
  queue: Pick<FairQueue, 'enter'>,
  how: { maxWaitMs: number; signal?: AbortSignal | undefined },
): Promise<() => void> =>
  outsideOfPlace(() => queue.enter(currentParty(), how)).catch((error: unknown) =>
    error instanceof QueueFull || error instanceof WaitedTooLong
      ? refuse('workers_busy', { retryAfterSeconds })
      : Promise.reject(error),
  )
