import { refuse } from '../../domain-error.ts'
import { networkOf, siteOf } from '../../platform/addresses.ts'
import type { Sleep } from '../../platform/clock.ts'
import { outsideOfPlace } from '../../platform/fairness/place.ts'
import { tooOften } from '../../platform/limits/limits.ts'

interface Deps {
  sleep: Sleep
  /** All who wait on this node: a waiting request costs memory. */
  maxWaiting: number
  /** Of one network; a site of IPv6 networks has ten times as many. */
  maxPerNetwork: number
}

export type WaitingRoom = ReturnType<typeof createWaitingRoom>

/**
 * Where sign-ins wait. Nothing is held meanwhile but the request itself: no connection of the database, no thread, no
 * place among the requests. When there is no room the network is refused, never the account, so that nobody can use it
 * against a person.
 */
export const createWaitingRoom = ({ sleep, maxWaiting, maxPerNetwork }: Deps) => {
  const closing = new AbortController()
  const waiting = new Map<string, number>()
  let all = 0

  const change = (key: string, by: number): void => {
    const count = (waiting.get(key) ?? 0) + by
    if (count === 0) waiting.delete(key)
    else waiting.set(key, count)
  }

  return {
    wait: async (ms: number, ip: string, signal: AbortSignal): Promise<void> => {
      if (ms === 0) return
      if (closing.signal.aborted) refuse('shutting_down')
      const site = siteOf(ip)
      const places = [
        { key: networkOf(ip), max: maxPerNetwork },
        ...(site === undefined ? [] : [{ key: site, max: maxPerNetwork * 10 }]),
      ]
      const isFull = all >= maxWaiting || places.some(({ key, max }) => (waiting.get(key) ?? 0) >= max)
      if (isFull) throw tooOften(ms)
      all++
      for (const { key } of places) change(key, 1)
      try {
        await outsideOfPlace(() => sleep(ms, AbortSignal.any([signal, closing.signal])))
      } catch (error) {
        if (closing.signal.aborted) refuse('shutting_down')
        throw error
      } finally {
        all--
        for (const { key } of places) change(key, -1)
      }
    },
    waiting: (): number => all,
    /** Lets everyone go who waits: the service must not stay open for them. */
    close: (): void => closing.abort(),
  }
}
