import {
  type GuestRole,
  guestInvitationDays,
  guestTokenPrefix,
  guestWarningDays,
  maxGuestInvitationMails,
  maxGuests,
} from '@deal-canvas/contract'
import { actingFor } from '../../acting-for.ts'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { dealMemberIds } from '../../platform/database/deal-member-ids.ts'
import { digestOf } from '../../platform/digest.ts'
import { isId, newId } from '../../platform/ids.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { DealAccess, Deals, SeenDeal } from '../deals/index.ts'
import { type InvitedAddresses, newInvitationToken } from '../invited-addresses/index.ts'
import { readAccessEnd } from './access-end.ts'
import type { GuestInvitationRow, GuestInvitationsStore, InvitationsPage } from './guest-invitations.store.ts'
import type { GuestMails } from './guest-mails.ts'
import type { GuestsStore } from './guests.store.ts'

interface Deps {
  store: GuestInvitationsStore
  guests: Pick<GuestsStore, 'add' | 'remove'>
  database: Database
  addresses: InvitedAddresses
  access: Pick<DealAccess, 'roleOf'>
  records: Pick<Deals, 'show'>
  changes: Pick<DealChanges, 'change'>
  mails: GuestMails
  now: Clock
}

export interface WantedGuest {
  email: string
  role: GuestRole
  accessUntil: string | undefined
}

const keptDays = 90

/** A link never works longer than the access that it gives. */
const linkEnd = (now: Date, accessUntil: Date): Date =>
  new Date(Math.min(later(now, days(guestInvitationDays)).getTime(), accessUntil.getTime()))

const daysUntil = (now: Date, end: Date): number => Math.max(1, Math.floor((end.getTime() - now.getTime()) / days(1)))

export type GuestInvitations = ReturnType<typeof createGuestInvitations>

/** Invitations of guests to one deal: an address is invited, and only the person who reads its mail gets access. */
export const createGuestInvitations = (deps: Deps) => {
  const { store, guests, database, addresses, access, records, changes, mails, now } = deps

  const assertAllowed = async (dealId: string): Promise<void> => {
    if (!(await store.areGuestsAllowed(dealId))) refuse('guests_off')
  }

  const assertOutside = ({ inOrganization, onDeal }: { inOrganization: boolean; onDeal: boolean }): void => {
    if (inOrganization) refuse('already_in_organization')
    if (onDeal) refuse('already_on_deal')
  }

  const newToken = (): string => `${guestTokenPrefix}${newInvitationToken()}`

  const mailAfterCommit = async (
    deal: ChangingDeal,
    actor: Actor,
    invitation: GuestInvitationRow,
    token: string,
  ): Promise<void> => {
    const { email: to, role, accessUntil, sentAt, expiresAt } = invitation
    const inviter = { id: actor.userId, name: await addresses.nameInMails(actor.userId) }
    const { id, name } = deal.row
    await database.afterCommit(async () =>
      mails.invited({
        to,
        deal: { id, name },
        inviter,
        role,
        accessUntil,
        token,
        goodForDays: daysUntil(sentAt, expiresAt),
      }),
    )
  }

  /** The deal is found before its lock is taken; under the lock the invitation is read again. */
  const letIn = (actor: Actor, tokenHash: string, dealId: string): Promise<GuestInvitationRow> =>
    changes.change(actor, dealId, 'service', async (deal) => {
      const invitation = (await store.byToken(tokenHash, now())) ?? refuse('invite_invalid')
      const { id, role, accessUntil, invitedBy, bySuperadmin } = invitation
      await assertAllowed(dealId)
      // Nobody lets people in after they have lost the deal themselves.
      if (!bySuperadmin && (await access.roleOf(invitedBy, dealId)) !== 'owner') refuse('invite_invalid')
      await addresses.confirm(actor.userId, invitation.email)
      assertOutside(await store.standingOf(dealId, actor.userId))
      // An earlier access that has ended.
      await guests.remove({ dealId, userId: actor.userId })
      await guests.add({
        dealId,
        userId: actor.userId,
        role,
        createdAt: deal.at,
        bySuperadmin,
        guestUntil: accessUntil,
        // Who has just let a guest in for a week needs no warning.
        guestWarnedAt: accessUntil <= later(deal.at, days(guestWarningDays)) ? deal.at : null,
      })
      await store.close(id, deal.at, actor.userId)
      const access_until = accessUntil.toISOString()
      deal.record('deal.guest_accepted', { invitation_id: id, user_id: actor.userId, role, access_until })
      const owners = await dealMemberIds(database, dealId, 'owner')
      deal.notify({ type: 'guest_accepted', to: [...new Set([...owners, invitedBy])], snippet: deal.row.name })
      return invitation
    })

  return {
    /** Does the same for every address outside the organization, whether or not it belongs to an account. */
    invite: (actor: Actor, dealId: string, { email: given, role, accessUntil }: WantedGuest) =>
      changes.change(actor, dealId, 'owner', async (deal): Promise<GuestInvitationRow> => {
        const until = readAccessEnd(accessUntil, deal.at)
        const email = normalEmail(given)
        await assertAllowed(dealId)
        assertOutside(await store.holderOf(dealId, email))
        await store.closeFor(dealId, email, deal.at)
        if ((await store.count(dealId, deal.at)) >= maxGuests) refuse('too_many_guests')
        const token = newToken()
        const invitation: GuestInvitationRow = {
          id: newId(),
          dealId,
          email,
          role,
          accessUntil: until,
          tokenHash: digestOf(token),
          invitedBy: actor.userId,
          createdAt: deal.at,
          sentAt: deal.at,
          mails: 1,
          expiresAt: linkEnd(deal.at, until),
          closedAt: null,
          acceptedBy: null,
          bySuperadmin: actor.bySuperadminGrant,
        }
        await store.add(invitation)
        deal.record('deal.guest_invited', { invitation_id: invitation.id, role, access_until: until.toISOString() })
        await mailAfterCommit(deal, actor, invitation, token)
        return invitation
      }),

    page: (dealId: string, wanted: InvitationsPage): Promise<GuestInvitationRow[]> =>
      store.page(dealId, now(), { ...wanted, limit: wanted.limit + 1 }),

    /** The former link stops working. */
    resend: (actor: Actor, dealId: string, id: string): Promise<GuestInvitationRow> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        const found = isId(id) ? await store.find(dealId, id, deal.at) : undefined
        const former = found ?? refuse('invitation_not_found')
        await assertAllowed(dealId)
        if (former.mails >= maxGuestInvitationMails) refuse('invitation_sent_too_often')
        const token = newToken()
        const sent = {
          tokenHash: digestOf(token),
          sentAt: deal.at,
          mails: former.mails + 1,
          expiresAt: linkEnd(deal.at, former.accessUntil),
        }
        const { role, accessUntil } = former
        await store.sendAgain(id, sent)
        deal.record('deal.guest_invited', { invitation_id: id, role, access_until: accessUntil.toISOString() })
        const invitation = { ...former, ...sent }
        await mailAfterCommit(deal, actor, invitation, token)
        return invitation
      }),

    withdraw: (actor: Actor, dealId: string, id: string): Promise<void> =>
      changes.change(
        actor,
        dealId,
        'owner',
        async (deal) => {
          const found = isId(id) ? await store.find(dealId, id, deal.at) : undefined
          const invitation = found ?? refuse('invitation_not_found')
          await store.close(invitation.id, deal.at, null)
          deal.record('deal.guest_invitation_withdrawn', { invitation_id: invitation.id })
        },
        { evenIfDecided: true },
      ),

    /** Called by a user with an account; the invited address must be one of the user's own. */
    accept: async (actor: Actor, token: string): Promise<SeenDeal> => {
      const tokenHash = digestOf(token)
      const { dealId } = (await store.byToken(tokenHash, now())) ?? refuse('invite_invalid')
      const { role, accessUntil } = await letIn(actor, tokenHash, dealId)
      return records.show({ ...actor, dealRole: role, guestUntil: accessUntil }, dealId)
    },

    /** Whether the token is valid for this address, for a person who is about to register. */
    isOpen: async (token: string, email: string): Promise<boolean> =>
      (await store.byToken(digestOf(token), now()))?.email === email,

    /** Lets a new account in; false if the token is not, or no longer, valid for its address. */
    redeem: (token: string, email: string, userId: string): Promise<boolean> =>
      database.transaction(async () => {
        const tokenHash = digestOf(token)
        const invitation = await store.byToken(tokenHash, now())
        if (invitation?.email !== email) return false
        await letIn(actingFor(userId, invitation.role), tokenHash, invitation.dealId)
        return true
      }),

    /** Deletes invitations 90 days after they expire. */
    sweep: () => store.sweep(later(now(), -days(keptDays))),
  }
}
