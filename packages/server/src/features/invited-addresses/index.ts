import { randomBytes } from 'node:crypto'
import { asRefusal } from '../../as-refusal.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createInvitedAddressesStore } from './invited-addresses.store.ts'

export type InvitedAddresses = ReturnType<typeof createInvitedAddresses>

/** The secret in a mailed link. */
export const newInvitationToken = (): string => randomBytes(32).toString('base64url')

/** What invitations to an organization and to a deal have in common: one address is invited, and its reader accepts. */
export const createInvitedAddresses = ({ database, now }: { database: Database; now: Clock }) => {
  const store = createInvitedAddressesStore(database)
  return {
    /** The token proves that the user read the mail, so an address given at registration is now confirmed. */
    confirm: async (userId: string, email: string): Promise<void> => {
      const address = (await store.addressOf(userId, email)) ?? refuse('invitation_for_other')
      if (address.verifiedAt !== null) return
      if (address.heldElsewhere) refuse('invite_invalid')
      // An address set by an administrator is not proven until its code is entered: a forwarded link
      // must neither give access to the account nor let anyone in.
      if (!address.canSignIn || address.replaces !== null) refuse('invitation_for_other')
      await asRefusal(store.confirmAddress(userId, email, now()), { user_emails_held: 'invite_invalid' })
    },
    nameInMails: store.nameInMails,
  }
}
