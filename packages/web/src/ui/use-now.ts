import { useSyncExternalStore } from 'react'

/** Relative times are in minutes: a time that is wrong for longer than this would be noticed. */
const tickMs = 20_000

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => {
  now = new Date()
  for (const listener of listeners) listener()
}

/** A hidden page does not tick; it updates as soon as it is shown again. */
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
  // Without listeners the clock has not been updated.
  if (listeners.size === 0 && Date.now() - now.getTime() > 1_000) now = new Date()
  return now
}

/** The current time, from one clock for all components. Updates while the component is mounted. */
export const useNow = (): Date => useSyncExternalStore(subscribe, read)
