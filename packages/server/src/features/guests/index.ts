import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { DealAccess, DealMembers, Deals } from '../deals/index.ts'
import type { InvitedAddresses } from '../invited-addresses/index.ts'
import { createGuestInvitations } from './guest-invitations.service.ts'
import { createGuestInvitationsStore } from './guest-invitations.store.ts'
import { createGuestMails } from './guest-mails.ts'
import { guestRoutes } from './guests.routes.ts'
import { createGuests } from './guests.service.ts'
import { createGuestsStore } from './guests.store.ts'

interface Needs {
  access: DealAccess
  addresses: InvitedAddresses
  changes: DealChanges
  members: DealMembers
  records: Deals
}

/** Guests: people outside the organization who were invited to one deal, for a while. */
export const createGuestsFeature = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { database, personalMails, onError, now }: Platform,
  { access, addresses, changes, members, records }: Needs,
) => {
  const store = createGuestsStore(database)
  const invitationsStore = createGuestInvitationsStore(database)
  const guests = createGuests({ store, invitations: invitationsStore, changes, database, onError, now })
  const invitations = createGuestInvitations({
    store: invitationsStore,
    guests: store,
    database,
    addresses,
    access,
    records,
    changes,
    mails: createGuestMails({ mails: personalMails, publicUrl }),
    now,
  })
  return {
    invitations,
    routes: guestRoutes({ guests, invitations, members }),
    tasks: { guests: () => guests.sweep(), guestInvitations: () => invitations.sweep() },
  }
}
