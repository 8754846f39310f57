import {
  acceptInvitation,
  type Invitation,
  invitations as invitationsOperation,
  invite,
  withdrawInvitation,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import type { Invitations } from './invitations.service.ts'
import type { InvitationRow } from './invitations.store.ts'
import type { PresentOrg } from './presenters.ts'

export const invitationRoutes = ({
  invitations,
  presentOrg,
}: {
  invitations: Invitations
  presentOrg: PresentOrg
}): Route[] => [
  handle(invite, ({ actor, params, body: { email, role = 'member', team_id = null } }) =>
    invitations.invite(actor, params.org_id, { email, role, teamId: team_id }).then(presentInvitation),
  ),
  handle(invitationsOperation, async ({ params, query: { limit = 20, cursor } }) => {
    const rows = await invitations.page(params.org_id, { after: readCursor(cursor), limit })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentInvitation,
      keyOf: ({ createdAt, id }) => [createdAt, id],
    })
    return { invitations: items, ...rest }
  }),
  handle(withdrawInvitation, ({ actor, params }) => invitations.withdraw(actor, params.org_id, params.invitation_id)),
  handle(acceptInvitation, ({ actor, body }) => invitations.accept(actor, body.token).then(presentOrg)),
]

const presentInvitation = (invitation: InvitationRow): Invitation => ({
  id: invitation.id,
  org_id: invitation.orgId,
  email: invitation.email,
  role: invitation.role,
  team_id: invitation.teamId,
  invited_by: invitation.invitedBy,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
})
