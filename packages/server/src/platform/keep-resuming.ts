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
  let isAgain = false
  const look = (how: { isAlone?: boolean }): void => {
    if (looking) return
    looking = true
    work
      .resume(how)
      .catch(onError)
      .finally(() => {
        looking = false
        if (isAgain) wake()
      })
  }
  /** There is work now; if some is under way, looks again afterwards. */
  const wake = (): void => {
    isAgain = looking
    look({})
  }
  // Pass `isAlone` only at startup: later, work without a recent heartbeat may belong to this process.
  look({ isAlone })
  const timer = setInterval(() => look({}), everyMs)
  timer.unref()
  return {
    wake,
    close: () => {
      isAgain = false
      clearInterval(timer)
    },
  }
}
