import { randomBytes } from 'node:crypto'
import { signInLinkMinutes } from '@deal-canvas/contract'
import type { Caller } from '../../caller.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { digestOf } from '../../platform/digest.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { countsOf, takeAll } from '../../platform/limits/take-all.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { AccountMails } from '../accounts/index.ts'
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

export type MagicLinks = ReturnType<typeof createMagicLinks>

/** Single-use sign-in links, mailed to the account that verified an address. */
export const createMagicLinks = ({ store, database, auth, limits, mails, publicUrl, now }: Deps) => {
  /** The token is in the fragment, which browsers do not send: no server on the way can log it. */
  const linkWith = (token: string): string => {
    const link = new URL('/app/sign-in/link', publicUrl)
    link.hash = new URLSearchParams({ token }).toString()
    return link.href
  }

  return {
    /** Takes the same steps whether or not the address belongs to an account. */
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
        expiresAt: later(now(), minutes(signInLinkMinutes)),
      })
      if (userId !== undefined) mails.signInLink(email, linkWith(token), signInLinkMinutes)
    },

    signIn: async (token: string, caller: Caller): Promise<SignedIn> => {
      const hash = digestOf(token)
      // Counted before the token is checked, so that parallel guesses all count.
      const guess = await takeAll(limits, countsOf('magic_link_guess', caller.ip))
      const userId = (await store.userOf(hash, now())) ?? refuse('link_invalid')
      await guess.giveBack()
      await limits.take('write', userId)
      // Nothing is thrown inside: a presented link must stay consumed even if its user cannot sign in.
      const signedIn = await database.transaction(async () => {
        const link = await store.take(hash, now())
        return link === undefined ? undefined : auth.startSession(link, 'magic_link', caller)
      })
      return signedIn ?? refuse('link_invalid')
    },

    sweep: () => store.sweep(now()),
  }
}
