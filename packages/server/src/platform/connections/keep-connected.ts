import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from './backoff.ts'
import { within } from './within.ts'

export interface KeepOptions<Connection> {
  /** Opens a connection with one life, within a bounded time, and tells when it is lost. */
  open(lost: (error: Error) => void): Promise<Connection>
  /** Run on each new connection, which can be used already; if it fails the connection is given up. */
  onUp?(connection: Connection): Promise<void>
  shut(connection: Connection): Promise<void>
  /** Told of each loss and each failed attempt. */
  onLost(error: Error): void
}

export interface Kept<Connection> {
  /** The connection, or nothing while there is none. Only the very first attempt is waited for. */
  current(): Promise<Connection | undefined>
  close(): Promise<void>
}

/** Keeps a connection open: when one is lost the next is opened, after pauses that grow while it fails. */
export const keepConnected = <Connection>({ open, onUp, shut, onLost }: KeepOptions<Connection>): Kept<Connection> => {
  const stop = new AbortController()
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }))
  let current: Connection | undefined
  let markTried = (): void => undefined
  const tried = new Promise<void>((resolve) => {
    markTried = resolve
  })

  /** Ends without an error only when the work is over. */
  const live = async (): Promise<void> => {
    let lose = (_error: Error): void => undefined
    const lost = new Promise<never>((_, reject) => {
      lose = reject
    })
    // A loss may come before anyone waits for it.
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
      // One whose peer is gone may wait forever for the answer to its farewell.
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
      // A connection that lasted was a good one: the next is tried soon.
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
