import {
  acceptGuestInvitation,
  changeGuest,
  type GuestInvitation,
  guestInvitations,
  inviteGuest,
  resendGuestInvitation,
  withdrawGuestInvitation,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import { type DealMembers, presentDeal, presentDealMember } from '../deals/index.ts'
import type { GuestInvitations } from './guest-invitations.service.ts'
import type { GuestInvitationRow } from './guest-invitations.store.ts'
import type { Guests } from './guests.service.ts'

interface Deps {
  guests: Guests
  invitations: GuestInvitations
  members: Pick<DealMembers, 'show'>
}

export const guestRoutes = ({ guests, invitations, members }: Deps): Route[] => [
  handle(inviteGuest, ({ actor, params, body: { email, role, expires_at: accessUntil } }) =>
    invitations.invite(actor, params.deal_id, { email, role, accessUntil }).then(presentInvitation),
  ),
  handle(guestInvitations, async ({ params, query: { limit = 20, cursor } }) => {
    const rows = await invitations.page(params.deal_id, { after: readCursor(cursor), limit })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentInvitation,
      keyOf: ({ createdAt, id }) => [createdAt, id],
    })
    return { invitations: items, ...rest }
  }),
  handle(resendGuestInvitation, ({ actor, params }) =>
    invitations.resend(actor, params.deal_id, params.invitation_id).then(presentInvitation),
  ),
  handle(withdrawGuestInvitation, ({ actor, params }) =>
    invitations.withdraw(actor, params.deal_id, params.invitation_id),
  ),
  handle(acceptGuestInvitation, ({ actor, body }) => invitations.accept(actor, body.token).then(presentDeal)),
  handle(changeGuest, async ({ actor, params, body, ifMatch }) => {
    const place = { dealId: params.deal_id, userId: params.user_id }
    await guests.change(actor, place, { role: body.role, accessUntil: body.expires_at }, ifMatch)
    return presentDealMember(await members.show(place))
  }),
]

const presentInvitation = (invitation: GuestInvitationRow): GuestInvitation => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  access_until: invitation.accessUntil.toISOString(),
  invited_by: invitation.invitedBy,
  created_at: invitation.createdAt.toISOString(),
  sent_at: invitation.sentAt.toISOString(),
  mails: invitation.mails,
  expires_at: invitation.expiresAt.toISOString(),
})
