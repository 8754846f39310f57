import type { LiveState } from '@deal-canvas/client'
import { createObservable } from '../../../ui/observable.ts'

/** A cut that heals sooner is nobody's concern. */
const patienceMs = 2_000

const endInWords = (why: string | undefined): string => {
  switch (why) {
    case 'signed_out':
      return 'Not live: you are signed out. Load the page again'
    case 'role_lost':
    case 'deal_not_found':
      return 'Not live: you can no longer see this deal. Ask one of its owners'
    default:
      return 'Not live. Load the page again'
  }
}

/** What is wrong with the live channel, in words for the bar under the top of the page; undefined: nothing. */
export const createChannelTrouble = () => {
  const trouble = createObservable<string | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = (words: string | undefined): void => {
    clearTimeout(timer)
    timer = undefined
    trouble.set(words)
  }
  return {
    trouble,
    follow: (state: LiveState, why?: string): void => {
      if (state === 'ended') settle(endInWords(why))
      else if (state !== 'waiting') settle(undefined)
      else timer ??= setTimeout(() => trouble.set('Reconnecting. Your changes are kept'), patienceMs)
    },
    /** The deal was left: nothing is to be said about it any more. */
    forget: (): void => settle(undefined),
  }
}
