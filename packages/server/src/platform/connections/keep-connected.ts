import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from './backoff.ts'
import { within } from './within.ts'

export interface KeepOptions<Connection> {
  /** Opens a connection that does not reconnect, within a bounded time, and calls `lost` when it breaks. */
  open(lost: (error: Error) => void): Promise<Connection>
  /** Runs on each new connection, which is already usable; if it fails, the connection is dropped. */
  onUp?(connection: Connection): Promise<void>
  shut(connection: Connection): Promise<void>
  /** Called on each lost connection and each failed attempt. */
  onLost(error: Error): void
}

export interface Kept<Connection> {
  /** The connection, or undefined while there is none. Waits only for the very first attempt. */
  current(): Promise<Connection | undefined>
  close(): Promise<void>
}

/** Keeps a connection open: when it is lost, opens the next one, with growing pauses between failed attempts. */
export const keepConnected = <Connection>({ open, onUp, shut, onLost }: KeepOptions<Connection>): Kept<Connection> => {
  const stop = new AbortController()
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }))
  let current: Connection | undefined
  let markTried = (): void => undefined
  const tried = new Promise<void>((resolve) => {
    markTried = resolve
  })

  /** Resolves only when stopped; rejects when the connection is lost. */
  const live = async (): Promise<void> => {
    let lose = (_error: Error): void => undefined
    const lost = new Promise<never>((_, reject) => {
      lose = reject
    })
    // The connection may be lost before anything awaits this promise.
    lost.catch(() => undefined)
    const connection = await open(lose)
    try {
      if (stop.signal.aborted) return
      current = connection
      const up = onUp?.(connection)
      markTried()
      await Promise.race([up, lost, stopped])
      await Promise.race([lost, stopped])
    } finally {
      current = undefined
      // Closing a connection whose peer is gone could wait forever for a reply.
      await within(2_000, shut(connection)).catch(onLost)
    }
  }

  const run = async (): Promise<void> => {
    let failures = 0
    while (!stop.signal.aborted) {
      const begun = performance.now()
      try {
        await live()
      } catch (error) {
        onLost(error instanceof Error ? error : new Error(String(error)))
      }
      markTried()
      // A connection that lasted resets the backoff, so the next attempt comes soon.
      failures = performance.now() - begun > 5_000 ? 0 : failures + 1
      await pause(backoffMs(failures), undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    current: async () => {
      await tried
      return current
    },
    close: async () => {
      stop.abort()
      await running
    },
  }
}
