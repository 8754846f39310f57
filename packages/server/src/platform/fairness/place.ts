import { AsyncLocalStorage } from 'node:async_hooks'
import type { FairQueue } from './fair-queue.ts'
import type { Party } from './party.ts'

interface Place {
  stepAside<Result>(waiting: () => Promise<Result>): Promise<Result>
}

const ambient = new AsyncLocalStorage<Place>()

/**
 * Runs work in a queue place that `leave` releases. While the work only waits (for a delay, a thread, a hash), the
 * place is free for others: waiting work must never block work that could run.
 */
export const workInPlace = async <Result>(
  queue: Pick<FairQueue, 'take'>,
  { party, leave: leaveFirst }: { party: Party; leave: () => void },
  work: () => Promise<Result>,
): Promise<Result> => {
  let leave = leaveFirst
  let waits = 0
  let hasEnded = false
  const place: Place = {
    stepAside: async (waiting) => {
      if (waits++ === 0) leave()
      try {
        return await waiting()
      } finally {
        // Without waiting for a turn: the work may by now hold a lock or a connection that others in the queue need.
        if (--waits === 0 && !hasEnded) leave = queue.take(party)
      }
    },
  }
  try {
    return await ambient.run(place, work)
  } finally {
    hasEnded = true
    leave()
  }
}

/** Waits without occupying the queue place of the current work, if it has one. */
export const outsideOfPlace = <Result>(waiting: () => Promise<Result>): Promise<Result> =>
  ambient.getStore()?.stepAside(waiting) ?? waiting()
