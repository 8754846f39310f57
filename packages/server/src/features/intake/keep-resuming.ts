import type { Builds } from './builds.service.ts'

interface Deps {
  builds: Pick<Builds, 'resume'>
  onTrouble(error: unknown): void
  /** Whether no other process uses the database. */
  isAlone: boolean
  everyMs?: number
}

/** Looks for builds that were cut off, at the start and now and then. */
export const keepResuming = ({ builds, onTrouble, isAlone, everyMs = 5_000 }: Deps) => {
  let looking = false
  const look = (how: { isAlone?: boolean }): void => {
    if (looking) return
    looking = true
    builds
      .resume(how)
      .catch(onTrouble)
      .finally(() => {
        looking = false
      })
  }
  // Only now: later a build that is not a beat old may be this very process's own.
  look({ isAlone })
  const timer = setInterval(() => look({}), everyMs)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
