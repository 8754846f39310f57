import { createObservable } from '../ui/observable.ts'

const firstDelay = 1_000
const maxDelay = 15_000

/** Statuses that a gateway returns when the service behind it is down. */
const nobodyHome = new Set([502, 504])

interface ConnectionDeps {
  fetch: typeof globalThis.fetch
  window: {
    addEventListener(type: 'online' | 'offline', listener: () => void): void
    setTimeout(act: () => void, ms: number): number
    clearTimeout(id: number | undefined): void
  }
}

/** Tracks with every call whether the service is reachable; while it is not, probes it until it is. */
export const createConnection = ({ fetch, window }: ConnectionDeps) => {
  const reachable = createObservable(true)
  let timer: number | undefined

  const probe = async (delay: number): Promise<void> => {
    window.clearTimeout(timer)
    try {
      const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(maxDelay) })
      if (answer.ok) return reachable.set(true)
    } catch {
      // Still away: the bar already says so.
    }
    probeAfter(Math.min(delay * 2, maxDelay))
  }

  const probeAfter = (delay: number): void => {
    timer = window.setTimeout(() => void probe(delay), delay)
  }

  const lost = (): void => {
    if (!reachable.get()) return
    reachable.set(false)
    probeAfter(firstDelay)
  }

  const watchedFetch: typeof globalThis.fetch = async (input, init) => {
    try {
      const response = await fetch(input, init)
      if (nobodyHome.has(response.status)) lost()
      else reachable.set(true)
      return response
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) lost()
      throw error
    }
  }

  window.addEventListener('offline', lost)
  window.addEventListener('online', () => {
    if (!reachable.get()) void probe(firstDelay)
  })

  return { reachable, fetch: watchedFetch }
}

export type Connection = ReturnType<typeof createConnection>
