import { randomBytes } from 'node:crypto'
import type { Caller } from '../../caller.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { digestOf } from '../../platform/digest.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { countsOf, takeAll } from '../../platform/limits/take-all.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { AccountMails } from '../accounts/account-mails.ts'
import type { Auth, SignedIn } from './auth.service.ts'
import type { MagicLinksStore } from './magic-links.store.ts'

interface Deps {
  store: MagicLinksStore
  database: Database
  auth: Pick<Auth, 'holderOf' | 'startSession'>
  limits: Limits
  mails: Pick<AccountMails, 'signInLink'>
  publicUrl: URL
  now: Clock
}

const goodMinutes = 15

export type MagicLinks = ReturnType<typeof createMagicLinks>

/** Links that sign in once, mailed to whoever verified an address. */
export const createMagicLinks = ({ store, database, auth, limits, mails, publicUrl, now }: Deps) => {
  /** The token stands in the fragment, which a browser keeps to itself: no server on the way logs it. */
  const linkWith = (token: string): string => {
    const link = new URL('/app/sign-in/link', publicUrl)
    link.hash = new URLSearchParams({ token }).toString()
    return link.href
  }

  return {
    /** The same steps whether anybody has the address or not. */
    request: async (given: string, { ip }: Caller): Promise<void> => {
      const email = normalEmail(given)
      await takeAll(limits, countsOf('magic_link_address', ip))
      await limits.take('magic_link_email', digestOf(email))
      const userId = await auth.holderOf(email)
      const token = randomBytes(32).toString('base64url')
      await store.add({
        tokenHash: digestOf(token),
        email,
        userId: userId ?? null,
        createdAt: now(),
        expiresAt: later(now(), minutes(goodMinutes)),
      })
      if (userId !== undefined) mails.signInLink(email, linkWith(token), goodMinutes)
    },

    signIn: async (token: string, caller: Caller): Promise<SignedIn> => {
      const hash = digestOf(token)
      // Counted before it is looked at: many guesses at once are many guesses.
      const guess = await takeAll(limits, countsOf('magic_link_guess', caller.ip))
      const userId = (await store.userOf(hash, now())) ?? refuse('link_invalid')
      await guess.giveBack()
      await limits.take('write', userId)
      // A link that was presented is gone although its holder is refused: nothing is thrown inside.
      const signedIn = await database.transaction(async () => {
        const link = await store.take(hash, now())
        return link === undefined ? undefined : auth.startSession(link, 'magic_link', caller)
      })
      return signedIn ?? refuse('link_invalid')
    },

    sweep: () => store.sweep(now()),
  }
}
