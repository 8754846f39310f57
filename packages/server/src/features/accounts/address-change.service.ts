import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AddressChangeStore } from './address-change.store.ts'
import { maxAddresses } from './max-addresses.ts'

interface Deps {
  store: AddressChangeStore
  database: Database
  codes: { sendCode(userId: string, email: string): Promise<void> }
  mails: { addressChanged(to: string, newAddress: string): void }
  now: Clock
}

export type AddressChange = ReturnType<typeof createAddressChange>

/**
 * A user's address changed by someone else. The new one shows at once, and signs in only after the user, signed in by
 * the old one, has entered its code: whoever reads the new address must not come into the account by it.
 */
export const createAddressChange = ({ store, database, codes, mails, now }: Deps) => ({
  /** `tellsTaken`: whether the one who changes may know that somebody else has the address. */
  propose: (userId: string, email: string, { tellsTaken }: { tellsTaken: boolean }): Promise<void> =>
    database.transaction(async () => {
      const addresses = (await store.lockAddresses(userId)) ?? refuse('user_not_found')
      const primary = addresses.find(({ isPrimary }) => isPrimary)
      if (primary?.email === email) return
      const known = addresses.find((address) => address.email === email)
      if (known?.verifiedAt != null) {
        await store.dropProposals(userId)
        await store.makePrimary(userId, email)
      } else {
        if (tellsTaken && (await store.isHeldElsewhere(userId, email))) refuse('email_taken')
        await store.dropProposals(userId)
        const kept = addresses.filter(({ canSignIn }) => canSignIn)
        if (kept.length >= maxAddresses) refuse('too_many_emails')
        // What an unfinished change was to replace is still what this one replaces.
        const replaces = primary?.canSignIn === false ? primary.replaces : (primary?.email ?? null)
        await store.propose({ userId, email, replaces: replaces === email ? null : replaces, createdAt: now() })
        await store.makePrimary(userId, email)
        await codes.sendCode(userId, email)
      }
      await store.touchUser(userId, now())
      const told = addresses.filter(({ verifiedAt, email: own }) => verifiedAt !== null && own !== email)
      await database.afterCommit(async () => {
        for (const address of told) mails.addressChanged(address.email, email)
      })
    }),

  /** For an account that nobody is to enter again: its addresses are free for others, and the first is remembered. */
  releaseAll: (userId: string): Promise<void> =>
    database.transaction(async () => {
      const addresses = (await store.lockAddresses(userId)) ?? []
      const primary = addresses.find(({ isPrimary }) => isPrimary)
      // What was only proposed must not come back as the account's own.
      if (primary?.canSignIn === false) {
        const own =
          addresses.find(({ email }) => email === primary.replaces) ?? addresses.find(({ canSignIn }) => canSignIn)
        if (own !== undefined) await store.makePrimary(userId, own.email)
      }
      await store.removeOthers(userId)
      await store.releasePrimary(userId)
    }),

  /** What was released is the account's again, unless somebody else holds it by now; a claim has stayed a claim. */
  takeBack: async (userId: string): Promise<void> => {
    const addresses = (await store.lockAddresses(userId)) ?? []
    const primary = addresses.find(({ isPrimary }) => isPrimary)
    if (primary === undefined || primary.canSignIn) return
    if (await store.isHeldElsewhere(userId, primary.email)) refuse('email_taken')
    await store.takeBackPrimary(userId, now())
  },
})
