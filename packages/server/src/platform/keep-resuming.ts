interface Deps {
  work: { resume(how: { isAlone?: boolean }): Promise<void> }
  onError(error: unknown): void
  /** True if no other process uses the database. */
  isAlone: boolean
  everyMs?: number
}

/** Resumes interrupted work at startup and at intervals. */
export const keepResuming = ({ work, onError, isAlone, everyMs = 5_000 }: Deps) => {
  let looking = false
  let isAsked = false
  let isClosed = false
  const look = (how: { isAlone?: boolean }): void => {
    if (looking) return
    looking = true
    isAsked = false
    work
      .resume(how)
      .catch(onError)
      .finally(() => {
        looking = false
        if (isAsked && !isClosed) look({})
      })
  }
  // Pass `isAlone` only at startup: later, work without a recent heartbeat may belong to this process.
  look({ isAlone })
  const timer = setInterval(() => look({}), everyMs)
  timer.unref()
  return {
    /** Looks at once; work that arrives while a look is ending would otherwise wait for the next interval. */
    wake: (): void => {
      isAsked = true
      look({})
    },
    close: (): void => {
      isClosed = true
      clearInterval(timer)
    },
  }
}
