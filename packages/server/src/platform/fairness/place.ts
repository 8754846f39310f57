import { AsyncLocalStorage } from 'node:async_hooks'
import type { FairQueue } from './fair-queue.ts'
import type { Party } from './party.ts'

interface Place {
  stepAside<Result>(waiting: () => Promise<Result>): Promise<Result>
}

const ambient = new AsyncLocalStorage<Place>()

/**
 * Works in a place of a queue, once `leave` was answered for it. While the work only waits (for a delay, a thread, a
 * hash), others have the place: those who wait must never be able to keep out those who would work.
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
        // Without a wait: the work may hold a lock or a connection by now that others in the queue want.
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

/** Waits without the place that the current work has, if it has one. */
export const outsideOfPlace = <Result>(waiting: () => Promise<Result>): Promise<Result> =>
  ambient.getStore()?.stepAside(waiting) ?? waiting()
