interface Deps {
  work: { resume(how: { isAlone?: boolean }): Promise<void> }
  onError(error: unknown): void
  /** Whether no other process uses the database. */
  isAlone: boolean
  everyMs?: number
}

/** Looks for work that was cut off, at the start and now and then. */
export const keepResuming = ({ work, onError, isAlone, everyMs = 5_000 }: Deps) => {
  let looking = false
  const look = (how: { isAlone?: boolean }): void => {
    if (looking) return
    looking = true
    work
      .resume(how)
      .catch(onError)
      .finally(() => {
        looking = false
      })
  }
  // Only now: later what is not a beat old may be this very process's own.
  look({ isAlone })
  const timer = setInterval(() => look({}), everyMs)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
