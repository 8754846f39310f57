export interface Sleeper {
  /** Waits for the given time or until woken; ends at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Ends all sleeps: the service may be reachable again. */
  wake(): void
  /** Calls the listener on each wake. Returns a function that unsubscribes. */
  whenWoken(listener: () => void): () => void
}

/** Pauses between attempts that end early when a new attempt is likely to succeed. */
export const createSleeper = (): Sleeper => {
  const listeners = new Set<() => void>()

  const whenWoken: Sleeper['whenWoken'] = (listener) => {
    listeners.add(listener)
    if (hearsOnline) globalThis.addEventListener('online', listener)
    return () => {
      listeners.delete(listener)
      if (hearsOnline) globalThis.removeEventListener('online', listener)
    }
  }

  return {
    whenWoken,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const up = (): void => {
          clearTimeout(timer)
          stopListening()
          signal.removeEventListener('abort', up)
          resolve()
        }
        const timer = setTimeout(up, ms)
        const stopListening = whenWoken(up)
        signal.addEventListener('abort', up)
        if (signal.aborted) up()
      }),
    wake: () => {
      for (const listener of [...listeners]) listener()
    },
  }
}

/** Outside browsers there is no `online` event. */
const hearsOnline = 'addEventListener' in globalThis
