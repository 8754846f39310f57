import type { ClientFrame } from '@deal-canvas/contract'
import type { Place } from './live.ts'

/** Cursors move often, and the service writes them down no oftener than this. */
const everyMs = 200

/** Where one looks, as the others are to see it. */
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
    /** Another connection, which nobody has told yet. */
    again,
    close: (): void => clearTimeout(timer),
  }
}
