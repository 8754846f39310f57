import { dealRole, dealRoles } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import { instant, list, model, nullable, oneOf, type Static, text, uuid } from './schema.ts'

const tag = 'Deals'

export const DealMember = model(
  {
    user_id: uuid(),
    display_name: text({ examples: ['Priya Nair'] }),
    email: nullable(text({ examples: ['editor@example.com'] })),
    email_verified: emailVerified,
    avatar_url: nullable(text()),
    role: oneOf(dealRoles),
    joined_at: instant(),
  },
  { title: 'DealMember' },
)
export type DealMember = Static<typeof DealMember>

export const TeamGrant = model(
  { team_id: uuid(), name: text({ examples: ['Real estate'] }), role: oneOf(dealRoles), granted_at: instant() },
  { title: 'TeamGrant' },
)
export type TeamGrant = Static<typeof TeamGrant>

const grantedRole = model({ role: oneOf(dealRoles) })
const deal = { deal_id: dealId }
const member = model({ ...deal, user_id: uuid() })
const team = model({ ...deal, team_id: uuid() })

export const dealMembers = operation({
  id: 'dealMembers',
  method: 'GET',
  path: '/api/canvas/{deal_id}/members',
  tag,
  summary:
    'Who was put on the deal by name, verified people first, then in the order of joining; admins of its organization see it besides',
  access: dealRole('viewer'),
  params: model(deal),
  query: model(pageQuery),
  answer: page('members', DealMember),
})

export const putDealMember = operation({
  id: 'putDealMember',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/members/{user_id}',
  tag,
  summary: 'Share the deal with a member of its organization, or change a role; of a personal deal only the role',
  access: dealRole('owner'),
  params: member,
  body: grantedRole,
  answer: DealMember,
  errors: ['user_not_found', 'email_unverified', 'last_owner', 'deal_finalized'],
})

export const removeDealMember = operation({
  id: 'removeDealMember',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/members/{user_id}',
  tag,
  summary: 'Take someone off the deal; the last owner stays',
  access: dealRole('owner'),
  params: member,
  errors: ['member_not_found', 'last_owner'],
})

export const dealTeams = operation({
  id: 'dealTeams',
  method: 'GET',
  path: '/api/canvas/{deal_id}/teams',
  tag,
  summary: 'Teams that the deal is shared with',
  access: dealRole('viewer'),
  params: model(deal),
  answer: model({ teams: list(TeamGrant) }),
})

export const putDealTeam = operation({
  id: 'putDealTeam',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/teams/{team_id}',
  tag,
  summary: 'Share the deal with a team of its organization',
  access: dealRole('owner'),
  params: team,
  body: grantedRole,
  answer: TeamGrant,
  errors: ['team_not_found', 'deal_finalized'],
})

export const removeDealTeam = operation({
  id: 'removeDealTeam',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/teams/{team_id}',
  tag,
  summary: 'Take a team off the deal',
  access: dealRole('owner'),
  params: team,
  errors: ['team_not_found'],
})
