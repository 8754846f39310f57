import type { ClientFrame } from '@deal-canvas/contract'
import type { Place } from './live.ts'

/** Cursors move often, and the service records them at most this often. */
const everyMs = 200

/** The user's current view position, as others see it. */
export const createShownPlace = (say: (frame: ClientFrame) => void) => {
  let place: Place | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = (): void => {
    if (place !== undefined) say({ type: 'presence', ...place })
  }
  return {
    look: (at: Place): void => {
      place = at
      timer ??= setTimeout(() => {
        timer = undefined
        again()
      }, everyMs)
    },
    /** Sends the position again on a new connection. */
    again,
    close: (): void => clearTimeout(timer),
  }
}
