import { useSyncExternalStore } from 'react'

/** Relative times name minutes: a time that is wrong for longer than this would be noticed. */
const tickMs = 20_000

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => {
  now = new Date()
  for (const listener of listeners) listener()
}

/** A hidden page does not tick; it is put right the moment it is shown again. */
const whenShown = (): void => {
  if (document.visibilityState === 'visible') tick()
}

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    timer = setInterval(whenShown, tickMs)
    document.addEventListener('visibilitychange', whenShown)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', whenShown)
  }
}

const read = (): Date => {
  // Nobody listened for a while: the clock has stood still.
  if (listeners.size === 0 && Date.now() - now.getTime() > 1_000) now = new Date()
  return now
}

/** The present time, for all components from one clock. It goes on while the component is shown. */
export const useNow = (): Date => useSyncExternalStore(subscribe, read)
