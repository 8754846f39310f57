import { dealRole, dealRoles } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import { instant, list, model, nullable, oneOf, type Static, text, uuid } from './schema.ts'

const tag = 'Deals'

export const DealMember = model(
  {
    user_id: uuid({ description: 'The person.' }),
    display_name: text({ description: 'The name that others see.', examples: ['Priya Nair'] }),
    email: nullable(
      text({
        description: 'Their primary address; null: none.',
        examples: ['editor@example.com'],
      }),
    ),
    email_verified: emailVerified,
    avatar_url: nullable(text({ description: 'The picture; null: none.' })),
    role: oneOf(dealRoles, { description: 'Their role on the deal.' }),
    joined_at: instant({ description: 'When they joined the deal.' }),
  },
  { title: 'DealMember' },
)
export type DealMember = Static<typeof DealMember>

export const TeamGrant = model(
  {
    team_id: uuid({ description: 'The team.' }),
    name: text({ description: 'The name of the team.', examples: ['Real estate'] }),
    role: oneOf(dealRoles, { description: 'The role of its members on the deal.' }),
    granted_at: instant({ description: 'When the deal was shared with the team.' }),
  },
  { title: 'TeamGrant' },
)
export type TeamGrant = Static<typeof TeamGrant>

const grantedRole = model({ role: oneOf(dealRoles, { description: 'The role to give.' }) }, { title: 'GrantedRole' })
const deal = { deal_id: dealId }
const member = model({ ...deal, user_id: uuid({ description: 'The member.' }) })
const team = model({ ...deal, team_id: uuid({ description: 'The team.' }) })

export const dealMembers = operation({
  id: 'dealMembers',
  method: 'GET',
  path: '/api/canvas/{deal_id}/members',
  tag,
  summary: 'List the members of a deal',
  description:
    'Lists the people who were added by name, verified people first, then in the order of joining. Administrators of the organization can see the deal without being listed.',
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
  summary: 'Add a member or change their role',
  description:
    'Adds a member of the organization to the deal, or changes a role. On a personal deal only roles can be changed. A person without a verified address is 409 `email_unverified`; the last owner stays one.',
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
  summary: 'Remove a member from a deal',
  description: 'Ends the membership; open streams and channels of the person close. The last owner cannot be removed.',
  access: dealRole('owner'),
  params: member,
  errors: ['member_not_found', 'last_owner'],
})

export const dealTeams = operation({
  id: 'dealTeams',
  method: 'GET',
  path: '/api/canvas/{deal_id}/teams',
  tag,
  summary: 'List the teams of a deal',
  description: 'Lists the teams that the deal is shared with.',
  access: dealRole('viewer'),
  params: model(deal),
  answer: model({ teams: list(TeamGrant, { description: 'The teams.' }) }, { title: 'DealTeamsResponse' }),
})

export const putDealTeam = operation({
  id: 'putDealTeam',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/teams/{team_id}',
  tag,
  summary: 'Share a deal with a team',
  description: 'Gives every member of a team of the organization a role on the deal, or changes that role.',
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
  summary: 'Remove a team from a deal',
  description: 'Stops sharing the deal with a team. Members who were added by name keep their role.',
  access: dealRole('owner'),
  params: team,
  errors: ['team_not_found'],
})
