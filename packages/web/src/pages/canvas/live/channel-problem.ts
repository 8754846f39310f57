import type { LiveState } from '@deal-canvas/client'
import { canvasMessages } from '../../../messages/canvas.ts'
import { createObservable } from '../../../ui/observable.ts'

/** Shorter interruptions are not reported. */
const patienceMs = 2_000

const formatEnd = (why: string | undefined): string => {
  switch (why) {
    case 'signed_out':
      return canvasMessages.notLiveSignedOut()
    case 'role_lost':
    case 'deal_not_found':
      return canvasMessages.notLiveNoAccess()
    default:
      return canvasMessages.notLive()
  }
}

/** A message about a problem with the live channel, for the bar below the top bar; undefined: no problem. */
export const createChannelProblem = () => {
  const problem = createObservable<string | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = (words: string | undefined): void => {
    clearTimeout(timer)
    timer = undefined
    problem.set(words)
  }
  return {
    problem,
    follow: (state: LiveState, why?: string): void => {
      if (state === 'ended') settle(formatEnd(why))
      else if (state !== 'waiting') settle(undefined)
      else timer ??= setTimeout(() => problem.set(canvasMessages.reconnecting()), patienceMs)
    },
    /** The deal was closed: clear its messages. */
    forget: (): void => settle(undefined),
  }
}
