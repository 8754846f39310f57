import { dealRole, signedIn } from './access.ts'
import { DealMember } from './deal-members.ts'
import { Deal, dealId } from './deals.ts'
import { guestInvitationDays, maxGuestDays, usualGuestDays } from './durations.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { email, instant, integer, model, nullable, oneOf, optional, type Static, secret, text, uuid } from './schema.ts'
import { maxGuestInvitationMails, maxGuests, maxIdLength, maxInstantLength, maxTokenLength } from './sizes.ts'

const tag = 'Guests'

/** Guests read or comment; nothing makes them editors or owners. */
export const guestRoles = ['viewer', 'commenter'] as const
export type GuestRole = (typeof guestRoles)[number]

/** What the tokens of invitations to a deal begin with; those to an organization do not. */
export const guestTokenPrefix = 'guest-'

const role = oneOf(guestRoles, { description: 'The role of the guest on the deal.' })

const accessEnd = text({
  description: `When the access of the guest ends, in the future and at most ${maxGuestDays} days from now.`,
  max: maxInstantLength,
  examples: ['2026-12-19T09:30:00.000Z'],
})

const params = model({ deal_id: dealId })
const invitationParams = model({
  deal_id: dealId,
  invitation_id: text({ description: 'The invitation.', max: maxIdLength }),
})

export const GuestInvitation = model(
  {
    id: uuid({ description: 'The invitation.' }),
    email: text({ description: 'The invited address.', examples: ['counsel@example.com'] }),
    role,
    access_until: instant({ description: 'When the access of the guest ends.' }),
    invited_by: nullable(uuid({ description: 'Who sent the invitation; null: an erased person.' })),
    created_at: instant({ description: 'When it was created.' }),
    sent_at: instant({ description: 'When it was last mailed.' }),
    mails: integer({ description: 'How often it was mailed.', examples: [1] }),
    expires_at: instant({ description: 'Until when it can be accepted.' }),
  },
  { title: 'GuestInvitation' },
)
export type GuestInvitation = Static<typeof GuestInvitation>

export const inviteGuest = operation({
  id: 'inviteGuest',
  method: 'POST',
  path: '/api/canvas/{deal_id}/invitations',
  tag,
  summary: 'Invite a guest to a deal',
  description: `Mails an invitation to a person outside the organization; an open invitation to the same address is replaced. The link works once, for ${guestInvitationDays} days. A deal has at most ${maxGuests} guests and open invitations, and a person sends at most 30 of these mails an hour.`,
  access: dealRole('owner'),
  params,
  body: model(
    {
      email: email({ description: 'The address to invite.', examples: ['counsel@example.com'] }),
      role,
      expires_at: optional(
        text({
          description: `When the access of the guest ends: in the future and at most ${maxGuestDays} days from now; absent: in ${usualGuestDays} days.`,
          max: maxInstantLength,
          examples: ['2026-12-19T09:30:00.000Z'],
        }),
      ),
    },
    { title: 'InviteGuestRequest' },
  ),
  answer: GuestInvitation,
  status: 201,
  errors: ['guests_off', 'already_in_organization', 'already_on_deal', 'too_many_guests', 'deal_finalized'],
  limit: 'guest_invitation',
})

export const guestInvitations = operation({
  id: 'guestInvitations',
  method: 'GET',
  path: '/api/canvas/{deal_id}/invitations',
  tag,
  summary: 'List open invitations of guests',
  description: 'Lists the open invitations to a deal, the newest first.',
  access: dealRole('owner'),
  params,
  query: model(pageQuery),
  answer: page('invitations', GuestInvitation),
})

export const resendGuestInvitation = operation({
  id: 'resendGuestInvitation',
  method: 'POST',
  path: '/api/canvas/{deal_id}/invitations/{invitation_id}/resend',
  tag,
  summary: 'Send the invitation of a guest again',
  description: `Mails an open invitation with a new link, which works for ${guestInvitationDays} days; the former link stops working. At most ${maxGuestInvitationMails} mails of one invitation.`,
  access: dealRole('owner'),
  params: invitationParams,
  answer: GuestInvitation,
  errors: ['invitation_not_found', 'invitation_sent_too_often', 'guests_off', 'deal_finalized'],
  limit: 'guest_invitation',
})

export const withdrawGuestInvitation = operation({
  id: 'withdrawGuestInvitation',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/invitations/{invitation_id}',
  tag,
  summary: 'Withdraw the invitation of a guest',
  description: 'Withdraws an open invitation; its link stops working.',
  access: dealRole('owner'),
  params: invitationParams,
  errors: ['invitation_not_found'],
})

export const acceptGuestInvitation = operation({
  id: 'acceptGuestInvitation',
  method: 'POST',
  path: '/api/deals/invitations/accept',
  tag,
  summary: 'Accept an invitation to a deal',
  description:
    'Gives the caller access to one deal as a guest, with the token of a mailed invitation. It must have been sent to an address of the caller. A member of the organization is 409 `already_in_organization`.',
  access: signedIn,
  body: model(
    { token: secret({ description: 'The token of the mailed link.', min: 1, max: maxTokenLength }) },
    { title: 'AcceptGuestInvitationRequest' },
  ),
  answer: Deal,
  errors: [
    'invite_invalid',
    'invitation_for_other',
    'already_in_organization',
    'already_on_deal',
    'guests_off',
    'deal_finalized',
  ],
})

export const changeGuest = operation({
  id: 'changeGuest',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/guests/{user_id}',
  tag,
  summary: 'Change the role of a guest or the end of their access',
  description:
    'Changes whether a guest reads or comments, or shortens or extends their access. `If-Match` needs the version of `guest` in the list of members. Guests are removed like other members.',
  access: dealRole('owner'),
  params: model({ deal_id: dealId, user_id: uuid({ description: 'The guest.' }) }),
  body: model({ role: optional(role), expires_at: optional(accessEnd) }, { title: 'ChangeGuestRequest' }),
  answer: DealMember,
  ifMatch: 'required',
  errors: ['member_not_found', 'guests_off'],
})
