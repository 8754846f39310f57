export interface Sleeper {
  /** Waits so long, or until woken; ends at once with the signal. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** The service may be there again: nobody need wait any longer. */
  wake(): void
  /** Told of each waking. Returns how to stop listening. */
  whenWoken(listener: () => void): () => void
}

/** Pauses between tries, cut short where somebody knows that a try is worth it now. */
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

/** Outside of browsers nobody tells that the line is back. */
const hearsOnline = 'addEventListener' in globalThis
