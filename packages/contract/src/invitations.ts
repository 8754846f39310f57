import { orgRole, signedIn } from './access.ts'
import { operation } from './operation.ts'
import { OrganizationResponse } from './orgs.ts'
import { page, pageQuery } from './paging.ts'
import { email, instant, model, nullable, oneOf, optional, type Static, secret, text, uuid } from './schema.ts'

const tag = 'Organizations'

/** Owners are made of members, by an owner: nobody is invited to be one. */
export const invitedRoles = ['member', 'admin'] as const

export const Invitation = model(
  {
    id: uuid(),
    org_id: uuid(),
    email: text({ examples: ['new@example.com'] }),
    role: oneOf(invitedRoles),
    team_id: nullable(uuid()),
    invited_by: uuid(),
    created_at: instant(),
    expires_at: instant(),
  },
  { title: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

const org = { org_id: text({ max: 100 }) }

export const invite = operation({
  id: 'invite',
  method: 'POST',
  path: '/api/orgs/{org_id}/invitations',
  tag,
  summary: 'Invite an address by mail; an open invitation to it is replaced. Only admins and owners invite admins',
  access: orgRole('admin'),
  params: model(org),
  body: model({
    email: email({ examples: ['new@example.com'] }),
    role: optional(oneOf(invitedRoles, { default: 'member' })),
    team_id: optional(nullable(uuid())),
  }),
  answer: Invitation,
  status: 201,
  limit: 'invitation',
})

export const invitations = operation({
  id: 'invitations',
  method: 'GET',
  path: '/api/orgs/{org_id}/invitations',
  tag,
  summary: 'The open invitations of an organization, the newest first',
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
  summary: 'Withdraw an open invitation',
  access: orgRole('admin'),
  params: model({ ...org, invitation_id: text({ max: 100 }) }),
  errors: ['invitation_not_found'],
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/orgs/invitations/accept',
  tag,
  summary:
    'Join an organization with the token of a mailed invitation, which must have been sent to one of my addresses',
  access: signedIn,
  body: model({ token: secret({ min: 1, max: 200 }) }),
  answer: OrganizationResponse,
  errors: ['invite_invalid', 'invitation_for_other', 'already_member'],
})
