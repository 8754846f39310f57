import { orgRole, signedIn } from './access.ts'
import { operation } from './operation.ts'
import { OrganizationResponse } from './orgs.ts'
import { page, pageQuery } from './paging.ts'
import { email, instant, model, nullable, oneOf, optional, type Static, secret, text, uuid } from './schema.ts'
import { maxIdLength, maxTokenLength } from './sizes.ts'

const tag = 'Organizations'

/** Nobody can be invited as an owner: owners are promoted from members, by an owner. */
export const invitedRoles = ['member', 'admin'] as const

export const Invitation = model(
  {
    id: uuid({ description: 'The invitation.' }),
    org_id: uuid({ description: 'The organization.' }),
    email: text({ description: 'The invited address.', examples: ['new@example.com'] }),
    role: oneOf(invitedRoles, { description: 'The role that the invited person gets.' }),
    team_id: nullable(uuid({ description: 'The team that the invited person joins; null: none.' })),
    invited_by: uuid({ description: 'Who sent the invitation.' }),
    created_at: instant({ description: 'When it was created.' }),
    expires_at: instant({ description: 'When it expires.' }),
  },
  { title: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

const org = { org_id: text({ max: maxIdLength, description: 'The organization.' }) }

export const invite = operation({
  id: 'invite',
  method: 'POST',
  path: '/api/orgs/{org_id}/invitations',
  tag,
  summary: 'Invite an address to an organization',
  description:
    'Mails an invitation; an open invitation to the same address is replaced. Only administrators and owners invite administrators. At most 60 invitations an hour.',
  access: orgRole('admin'),
  params: model(org),
  body: model(
    {
      email: email({ description: 'The address to invite.', examples: ['new@example.com'] }),
      role: optional(oneOf(invitedRoles, { description: 'The role to give.', default: 'member' })),
      team_id: optional(nullable(uuid({ description: 'A team to join.' }))),
    },
    { title: 'InviteRequest' },
  ),
  answer: Invitation,
  status: 201,
  limit: 'invitation',
})

export const invitations = operation({
  id: 'invitations',
  method: 'GET',
  path: '/api/orgs/{org_id}/invitations',
  tag,
  summary: 'List open invitations',
  description: 'Lists the open invitations of an organization, the newest first.',
  access: orgRole('admin'),
  params: model(org),
  query: model(pageQuery),
  answer: page('invitations', Invitation),
})

export const withdrawInvitation = operation({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/invitations/{invitation_id}',
  tag,
  summary: 'Withdraw an invitation',
  description: 'Withdraws an open invitation; its link stops working.',
  access: orgRole('admin'),
  params: model({ ...org, invitation_id: text({ description: 'The invitation.', max: maxIdLength }) }),
  errors: ['invitation_not_found'],
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/orgs/invitations/accept',
  tag,
  summary: 'Accept an invitation',
  description:
    'Joins an organization with the token of a mailed invitation. It must have been sent to an address of the caller.',
  access: signedIn,
  body: model(
    { token: secret({ description: 'The token of the mailed link.', min: 1, max: maxTokenLength }) },
    { title: 'AcceptInvitationRequest' },
  ),
  answer: OrganizationResponse,
  errors: ['invite_invalid', 'invitation_for_other', 'already_member'],
})
