import { atLeast, dealRoles, formatCalendarDay, type GuestRole, guestWarningDays } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { DomainError, refuse } from '../../domain-error.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { dealMemberIds } from '../../platform/database/deal-member-ids.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import { readAccessEnd } from './access-end.ts'
import type { GuestInvitationsStore } from './guest-invitations.store.ts'
import type { GuestsStore, Place } from './guests.store.ts'

interface Deps {
  store: GuestsStore
  invitations: Pick<GuestInvitationsStore, 'areGuestsAllowed'>
  changes: Pick<DealChanges, 'change' | 'changeAsService'>
  database: Database
  onError(error: unknown): void
  now: Clock
}

export interface GuestEdit {
  role: GuestRole | undefined
  accessUntil: string | undefined
}

const guestsAtOnce = 100

export type Guests = ReturnType<typeof createGuests>

/** People outside the organization who can see one deal for a while. */
export const createGuests = ({ store, invitations, changes, database, onError, now }: Deps) => {
  /** Access itself has ended by the clock already; this writes it down. */
  const end = (place: Place): Promise<void> =>
    changes.changeAsService(
      place.dealId,
      async (deal) => {
        const guest = await store.find(place)
        if (guest === undefined || guest.guestUntil > deal.at) return
        await store.remove(place)
        deal.record('deal.guest_expired', { user_id: place.userId, role: guest.role })
      },
      { evenIfDecided: true },
    )

  const warn = (place: Place): Promise<void> =>
    changes.changeAsService(
      place.dealId,
      async (deal) => {
        const guest = await store.find(place)
        const isDue = guest !== undefined && guest.guestUntil <= later(deal.at, days(guestWarningDays))
        if (!isDue || guest.guestWarnedAt !== null) return
        await store.save(place, { guestWarnedAt: deal.at })
        if (guest.guestUntil <= deal.at) return
        deal.notify({
          type: 'guest_expiring',
          to: await dealMemberIds(database, place.dealId, 'owner'),
          snippet: formatCalendarDay(guest.guestUntil.toISOString().slice(0, 10)),
          causedBy: place.userId,
        })
      },
      { evenIfDecided: true },
    )

  /** The failure of one deal must not keep the others from their turn. */
  const forEach = async (places: readonly Place[], work: (place: Place) => Promise<void>): Promise<void> => {
    for (const place of places) {
      await work(place).catch((error: unknown) => {
        // The guests of a deal that was deleted in the meantime are gone with it.
        if (!(error instanceof DomainError)) onError(error)
      })
    }
  }

  return {
    change: (
      actor: Actor,
      place: Place,
      { role: wantedRole, accessUntil }: GuestEdit,
      seen: number | undefined,
    ): Promise<void> =>
      changes.change(
        actor,
        place.dealId,
        'owner',
        async (deal) => {
          const guest = await store.find(place)
          if (guest === undefined || guest.guestUntil <= deal.at) return refuse('member_not_found')
          assertCurrent(guest.guestVersion, seen)
          const role = wantedRole ?? guest.role
          const guestUntil = accessUntil === undefined ? guest.guestUntil : readAccessEnd(accessUntil, deal.at)
          const isLonger = guestUntil > guest.guestUntil
          if (role === guest.role && guestUntil.getTime() === guest.guestUntil.getTime()) return
          const isMore = isLonger || !atLeast(dealRoles, guest.role, role)
          if (isMore && !(await invitations.areGuestsAllowed(place.dealId))) refuse('guests_off')
          const isSoon = guestUntil <= later(deal.at, days(guestWarningDays))
          await store.save(place, {
            role,
            guestUntil,
            guestVersion: guest.guestVersion + 1,
            // Whoever sets an end within a week needs no warning; a later end gets one of its own.
            guestWarnedAt: isSoon ? deal.at : null,
          })
          deal.record('deal.guest_changed', { user_id: place.userId, role, access_until: guestUntil.toISOString() })
        },
        { evenIfDecided: true },
      ),

    /** Tells owners of access that is about to end, and records access that has ended. */
    sweep: async (): Promise<void> => {
      const at = now()
      await forEach(await store.endingBy(later(at, days(guestWarningDays)), guestsAtOnce), warn)
      await forEach(await store.expired(at, guestsAtOnce), end)
    },
  }
}
