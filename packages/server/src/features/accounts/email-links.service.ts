import { emailCodeMinutes, maxAddresses, maxEmailCodeTries } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, days, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { violatedIndex } from '../../platform/database/failures.ts'
import { digestOf } from '../../platform/digest.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { SecurityMails } from '../auth/index.ts'
import type { AccountMails } from './account-mails.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { AddressChangeStore } from './address-change.store.ts'
import type { EmailCodes } from './email-codes.ts'
import type { EmailLinksStore } from './email-links.store.ts'

interface Deps {
  store: EmailLinksStore
  addresses: Pick<AddressChangeStore, 'isHeldElsewhere' | 'lockAddresses' | 'makePrimary'>
  accounts: Pick<AccountsStore, 'emails'>
  database: Database
  limits: Pick<Limits, 'take'>
  codes: EmailCodes
  mails: AccountMails
  notices: Pick<SecurityMails, 'addressLinked' | 'addressRemoved'>
  now: Clock
}

type Occasion = 'link' | 'registration'

/** An address whose code was correct, and the digest of that code, which is consumed on linking. */
export interface ProvenAddress {
  email: string
  digest: string
}

export type EmailLinks = ReturnType<typeof createEmailLinks>

/** Verifies, links and removes the addresses of an account. */
export const createEmailLinks = (deps: Deps) => {
  const { store, addresses, accounts, database, limits, codes, mails, notices, now } = deps

  /**
   * An address held by another account goes through the same steps, so that the answer does not reveal it: its row
   * matches no code and its holder gets a different mail.
   */
  const sendCode = async (userId: string, given: string, occasion: Occasion = 'link'): Promise<void> => {
    const email = normalEmail(given)
    const { code, digest } = codes.make({ userId, email })
    const isOthers = await addresses.isHeldElsewhere(userId, email)
    await store.putCode({
      userId,
      email,
      codeDigest: isOthers ? codes.digestOfNone() : digest,
      tries: 0,
      createdAt: now(),
      expiresAt: later(now(), minutes(emailCodeMinutes)),
    })
    await database.afterCommit(async () => {
      if (!isOthers) mails.code(email, code, emailCodeMinutes)
      else if (occasion === 'registration') mails.registeredAgain(email)
      else mails.linkedByOther(email)
    })
  }

  const lockMine = async ({ userId }: Actor) => (await addresses.lockAddresses(userId)) ?? refuse('session_ended')

  const tell = (whom: readonly Address[], notice: (to: string) => void): Promise<void> =>
    database.afterCommit(async () => {
      for (const { email } of whom) notice(email)
    })

  return {
    sendCode,

    /**
     * Runs before any transaction. Limits the codes sent to an address, regardless of who requests them or holds it.
     */
    admitCode: (given: string): Promise<void> => limits.take('email_code_recipient', digestOf(normalEmail(given))),

    /** Runs before any transaction: otherwise a failed attempt would be rolled back and not counted. */
    judge: async ({ userId }: Actor, given: { email: string; code: string }): Promise<ProvenAddress> => {
      const email = normalEmail(given.email)
      const { digest, expiresAt } = (await store.countTry(userId, email, maxEmailCodeTries)) ?? refuse('code_invalid')
      if (expiresAt <= now()) refuse('code_expired')
      if (!codes.isRight(digest, { userId, email }, given.code)) refuse('code_invalid')
      return { email, digest }
    },

    link: (actor: Actor, { email, digest }: ProvenAddress) =>
      database.transaction(async () => {
        const { userId } = actor
        const mine = await lockMine(actor)
        const known = mine.find((address) => address.email === email)
        if (known === undefined && mine.length >= maxAddresses) refuse('too_many_emails')
        if (!(await store.takeCode(userId, email, digest))) refuse('code_invalid')
        await store
          .addVerified({ userId, email, isPrimary: mine.length === 0, verifiedAt: now() })
          .catch((error: unknown) => {
            // Another account verified the address first.
            if (violatedIndex(error) === 'user_emails_held') refuse('code_invalid')
            throw error
          })
        const replaced = known?.replaces ?? null
        if (replaced !== null) {
          // If the address was changed and changed back, it replaces itself and must not be removed.
          if (replaced !== email) await store.remove(userId, replaced)
          await addresses.makePrimary(userId, email)
        }
        // An address claimed at registration is unproven: it must not stay primary once another address is verified.
        const first = mine.find(({ isPrimary }) => isPrimary)
        if (replaced === null && first?.verifiedAt === null && first.canSignIn)
          await addresses.makePrimary(userId, email)
        const isNew = known === undefined || known.verifiedAt === null
        // Includes the replaced address: its holder must learn that it no longer belongs to the account.
        if (isNew) await tell(verified(mine), (to) => notices.addressLinked(to, email))
        return { email, emails: await accounts.emails(userId) }
      }),

    remove: (actor: Actor, given: string): Promise<void> =>
      database.transaction(async () => {
        const { userId } = actor
        const mine = await lockMine(actor)
        const gone = mine.find(({ email }) => email === normalEmail(given)) ?? refuse('email_not_found')
        const left = mine.filter((address) => address !== gone)
        if (isNeeded(gone, left)) refuse('last_email')
        await store.remove(userId, gone.email)
        const [heir] = left.toSorted(byClaim)
        if (gone.isPrimary && heir !== undefined) await addresses.makePrimary(userId, heir.email)
        // Includes the removed address: the owner must notice if an attacker links another address and removes theirs.
        await tell(verified(mine), (to) => notices.addressRemoved(to, gone.email))
      }),

    /** Keeps expired codes for one more day, so that a late code is reported as expired rather than invalid. */
    sweep: () => store.sweep(later(now(), -days(1))),
  }
}

interface Address {
  email: string
  verifiedAt: Date | null
  canSignIn: boolean
  createdAt: Date
}

const verified = <Some extends Address>(addresses: readonly Some[]): Some[] =>
  addresses.filter(({ verifiedAt }) => verifiedAt !== null)

/** Whether removing the address would leave nobody able to sign in, or no address to send links to. */
const isNeeded = (gone: Address, left: readonly Address[]): boolean => {
  if (left.length === 0) return true
  if (gone.verifiedAt !== null) return verified(left).length === 0
  return gone.canSignIn && !left.some(({ canSignIn }) => canSignIn)
}

/** Order in which addresses become primary: verified before unverified, then oldest first. */
const byClaim = (a: Address, b: Address): number =>
  Number(a.verifiedAt === null) - Number(b.verifiedAt === null) ||
  a.createdAt.getTime() - b.createdAt.getTime() ||
  (a.email < b.email ? -1 : 1)
