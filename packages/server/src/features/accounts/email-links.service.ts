import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, days, later, minutes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { violatedIndex } from '../../platform/database/failures.ts'
import { digestOf } from '../../platform/digest.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { SecurityMails } from '../auth/security-mails.ts'
import type { AccountMails } from './account-mails.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { AddressChangeStore } from './address-change.store.ts'
import type { EmailCodes } from './email-codes.ts'
import type { EmailLinksStore } from './email-links.store.ts'
import { maxAddresses } from './max-addresses.ts'

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

export const codeGoodMinutes = 15
const maxTries = 5

type Occasion = 'link' | 'registration'

/** An address whose code was right, and the code that is used up with it. */
export interface ProvenAddress {
  email: string
  digest: string
}

export type EmailLinks = ReturnType<typeof createEmailLinks>

/** The addresses of an account: proved by a mailed code, linked, removed. */
export const createEmailLinks = (deps: Deps) => {
  const { store, addresses, accounts, database, limits, codes, mails, notices, now } = deps

  /** An address that is someone else's takes the same steps; its row is one that no code opens, its mail another. */
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
      expiresAt: later(now(), minutes(codeGoodMinutes)),
    })
    await database.afterCommit(async () => {
      if (!isOthers) mails.code(email, code, codeGoodMinutes)
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

    /** Before any transaction. An address gets only so many codes, whoever asks and whoever has it. */
    admitCode: (given: string): Promise<void> => limits.take('email_code_recipient', digestOf(normalEmail(given))),

    /** Before any transaction: a try that was rolled back with its failure would be free. */
    judge: async ({ userId }: Actor, given: { email: string; code: string }): Promise<ProvenAddress> => {
      const email = normalEmail(given.email)
      const { digest, expiresAt } = (await store.countTry(userId, email, maxTries)) ?? refuse('code_invalid')
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
            // Someone else was first, and holds it.
            if (violatedIndex(error) === 'user_emails_held') refuse('code_invalid')
            throw error
          })
        const replaced = known?.replaces ?? null
        if (replaced !== null) {
          // Changed away and back again, it stands in its own place.
          if (replaced !== email) await store.remove(userId, replaced)
          await addresses.makePrimary(userId, email)
        }
        // A claim made at registration is nobody's word: it must not be shown before an address that is proven.
        const first = mine.find(({ isPrimary }) => isPrimary)
        if (replaced === null && first?.verifiedAt === null && first.canSignIn)
          await addresses.makePrimary(userId, email)
        const isNew = known === undefined || known.verifiedAt === null
        // The one that was replaced among them: it must hear that it lost the account.
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
        // Who removes the owner's address after linking another must not be the only one to hear of it.
        await tell(verified(mine), (to) => notices.addressRemoved(to, gone.email))
      }),

    /** For a day a late code is still told that it has expired. */
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

/** Whether without it nobody could enter the account, or be sent a link. */
const isNeeded = (gone: Address, left: readonly Address[]): boolean => {
  if (left.length === 0) return true
  if (gone.verifiedAt !== null) return verified(left).length === 0
  return gone.canSignIn && !left.some(({ canSignIn }) => canSignIn)
}

/** Who becomes the first address: a verified one before others, then the oldest. */
const byClaim = (a: Address, b: Address): number =>
  Number(a.verifiedAt === null) - Number(b.verifiedAt === null) ||
  a.createdAt.getTime() - b.createdAt.getTime() ||
  (a.email < b.email ? -1 : 1)
