import { maxAddresses } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AddressChangeStore } from './address-change.store.ts'

interface Deps {
  store: AddressChangeStore
  database: Database
  codes: { sendCode(userId: string, email: string): Promise<void> }
  mails: { addressChanged(to: string, newAddress: string): void }
  now: Clock
}

export type AddressChange = ReturnType<typeof createAddressChange>

/**
 * Changes a user's address on behalf of an administrator. The new address is shown at once but can sign in only after
 * the user, signed in with the old one, has entered its code. Otherwise anyone who reads mail at the new address could
 * take over the account.
 */
export const createAddressChange = ({ store, database, codes, mails, now }: Deps) => ({
  /** `tellsTaken`: whether the caller is allowed to learn that another account holds the address. */
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
        // An unfinished earlier change is superseded: this one replaces the address that the earlier one was to
        // replace.
        const replaces = primary?.canSignIn === false ? primary.replaces : (primary?.email ?? null)
        await store.propose({ userId, email, replaces: replaces === email ? null : replaces, createdAt: now() })
        await store.makePrimary(userId, email)
        await codes.sendCode(userId, email)
      }
      await store.touchUser(userId, now())
      const notified = addresses.filter(({ verifiedAt, email: own }) => verifiedAt !== null && own !== email)
      await database.afterCommit(async () => {
        for (const address of notified) mails.addressChanged(address.email, email)
      })
    }),

  /** For a deleted account: frees its addresses for other accounts but remembers the primary one. */
  releaseAll: (userId: string): Promise<void> =>
    database.transaction(async () => {
      const addresses = (await store.lockAddresses(userId)) ?? []
      const primary = addresses.find(({ isPrimary }) => isPrimary)
      // An address that was only proposed must not become the account's own when the account is restored.
      if (primary?.canSignIn === false) {
        const own =
          addresses.find(({ email }) => email === primary.replaces) ?? addresses.find(({ canSignIn }) => canSignIn)
        if (own !== undefined) await store.makePrimary(userId, own.email)
      }
      await store.removeOthers(userId)
      await store.releasePrimary(userId)
    }),

  /**
   * Restores the released address unless another account has verified it since. An unverified claim stays unverified.
   */
  takeBack: async (userId: string): Promise<void> => {
    const addresses = (await store.lockAddresses(userId)) ?? []
    const primary = addresses.find(({ isPrimary }) => isPrimary)
    if (primary === undefined || primary.canSignIn) return
    if (await store.isHeldElsewhere(userId, primary.email)) refuse('email_taken')
    await store.takeBackPrimary(userId, now())
  },
})
