/**
 * Runs long work once per key. Callers share it, and it goes on when they stop waiting: otherwise everyone who waits for
 * a few seconds would start it again.
 */
export const createSharedWork = <Result>(onError: (error: unknown) => void) => {
  const running = new Map<string, { result: Promise<Result>; waiting: number }>()

  /** Undefined: no work is running on this key. */
  const wait = (key: string, signal?: AbortSignal): Promise<Result> | undefined => {
    const work = running.get(key)
    if (work === undefined) return undefined
    work.waiting += 1
    return new Promise<Result>((resolve, reject) => {
      const onAbort = (): void => {
        work.waiting -= 1
        reject(signal?.reason)
      }
      if (signal?.aborted) return onAbort()
      signal?.addEventListener('abort', onAbort, { once: true })
      work.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort))
    })
  }

  return {
    wait,

    /** Joins the work on this key, or starts it. */
    join: (key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
      const joined = wait(key, signal)
      if (joined !== undefined) return joined
      const entry = { result: work().finally(() => running.delete(key)), waiting: 0 }
      running.set(key, entry)
      // A failure that nobody waits for would otherwise be lost.
      entry.result.catch((error: unknown) => {
        if (entry.waiting === 0) onError(error)
      })
      return wait(key, signal) ?? entry.result
    },

    settled: async (): Promise<void> => {
      await Promise.allSettled([...running.values()].map(({ result }) => result))
    },
  }
}
