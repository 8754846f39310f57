import type { Caller } from '../../caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { digestOf } from '../../platform/digest.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { countsOf, takeAll } from '../../platform/limits/take-all.ts'
import type { DigestSettingsStore } from './digest-settings.store.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

interface Deps {
  store: Pick<DigestSettingsStore, 'named' | 'switchOff'>
  limits: Limits
  now: Clock
}

export type Unsubscribing = ReturnType<typeof createUnsubscribing>

/** The links at the foot of digests, which work without signing in and end nothing but digests. */
export const createUnsubscribing = ({ store, limits, now }: Deps) => {
  const personOf = async (token: string, { ip }: Pick<Caller, 'ip'>): Promise<string | undefined> => {
    // Counted before the link is checked, so that parallel guesses all count; a valid one is given back, because mail
    // providers follow the links of many people from few addresses.
    const guess = await takeAll(limits, countsOf('unsubscribe_guess', ip))
    const read = readUnsubscribeToken(token)
    const person = read && (await store.named(read.id))
    if (!read || !person || person.address === null || !read.isSignedFor(person.key, person.address)) return undefined
    await guess.giveBack()
    await limits.take('unsubscribe', digestOf(read.id))
    return person.userId
  }

  return {
    isValid: async (token: string, caller: Pick<Caller, 'ip'>): Promise<boolean> =>
      (await personOf(token, caller)) !== undefined,

    /** Ends the digests of a person; a repeat is fine. False: the link is not valid. */
    unsubscribe: async (token: string, caller: Pick<Caller, 'ip'>): Promise<boolean> => {
      const userId = await personOf(token, caller)
      if (userId === undefined) return false
      await store.switchOff(userId, now())
      return true
    },
  }
}
