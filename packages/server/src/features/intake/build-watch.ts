import { setTimeout as pause } from 'node:timers/promises'
import type { Bus } from '../../platform/bus/bus.ts'
import { buildMovedTopic } from './builds.service.ts'

/** Polling interval, so that a lost message only delays the update. */
const lookAgainMs = 2_000

export type BuildWatch = Awaited<ReturnType<typeof createBuildWatch>>

/** Wakes those who wait for a build of a deal, regardless of the node it runs on. */
export const createBuildWatch = async ({ bus }: { bus: Pick<Bus, 'subscribe'> }) => {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (dealId: string): void => {
    for (const wake of waiting.get(dealId) ?? []) wake()
  }
  const unsubscribe = await bus.subscribe(buildMovedTopic, {
    onMessage: (message) => {
      if (typeof message === 'object' && message !== null && 'dealId' in message) wake(String(message.dealId))
    },
    onGap: () => {
      for (const dealId of [...waiting.keys()]) wake(dealId)
    },
  })

  return {
    /** Yields once at the start and whenever the build may have progressed, until aborted. */
    moves: async function* (dealId: string, signal: AbortSignal): AsyncGenerator<void> {
      let moved = new AbortController()
      const onMove = (): void => moved.abort()
      const others = waiting.get(dealId) ?? new Set()
      waiting.set(dealId, others.add(onMove))
      try {
        while (!signal.aborted) {
          moved = new AbortController()
          yield
          const until = AbortSignal.any([moved.signal, signal])
          await pause(lookAgainMs, undefined, { signal: until, ref: false }).catch(() => undefined)
        }
      } finally {
        others.delete(onMove)
        if (others.size === 0) waiting.delete(dealId)
      }
    },
    close: unsubscribe,
  }
}
