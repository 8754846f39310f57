import { refuse } from '../../domain-error.ts'
import { networkOf, siteOf } from '../../platform/addresses.ts'
import type { Sleep } from '../../platform/clock.ts'
import { outsideOfPlace } from '../../platform/fairness/place.ts'
import { tooOften } from '../../platform/limits/limits.ts'

interface Deps {
  sleep: Sleep
  /** Limit of waiting sign-ins on this node, because each one costs memory. */
  maxWaiting: number
  /** Limit per network; a site of IPv6 networks can have ten times as many. */
  maxPerNetwork: number
}

export type WaitingRoom = ReturnType<typeof createWaitingRoom>

/**
 * Delays sign-ins. A waiting sign-in holds only its request: no database connection, no thread, no slot of the request
 * limit. A full waiting room rejects the network, never the account, so that nobody can use it to lock a user out.
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
    /** Rejects all waiting sign-ins, so that they do not delay shutdown. */
    close: (): void => closing.abort(),
  }
}
