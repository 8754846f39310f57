import { orgRole } from './access.ts'
import { operation } from './operation.ts'
import { OrgMember } from './orgs.ts'
import { page, pageQuery } from './paging.ts'
import { instant, integer, model, type Static, text, uuid } from './schema.ts'

const tag = 'Organizations'

export const Team = model(
  {
    id: uuid(),
    org_id: uuid(),
    name: text({ examples: ['Real estate'] }),
    member_count: integer({ examples: [3] }),
    created_at: instant(),
    updated_at: instant(),
  },
  { title: 'Team' },
)
export type Team = Static<typeof Team>

const org = { org_id: text({ max: 100 }) }
const team = { ...org, team_id: text({ max: 100 }) }
const teamBody = model({
  name: text({ max: 1000, description: '1 to 100 characters after trimming.', examples: ['Real estate'] }),
})

export const teams = operation({
  id: 'teams',
  method: 'GET',
  path: '/api/orgs/{org_id}/teams',
  tag,
  summary: 'The teams of an organization, the oldest first',
  access: orgRole('member'),
  params: model(org),
  query: model(pageQuery),
  answer: page('teams', Team),
})

export const createTeam = operation({
  id: 'createTeam',
  method: 'POST',
  path: '/api/orgs/{org_id}/teams',
  tag,
  summary: 'Make a team',
  access: orgRole('admin'),
  params: model(org),
  body: teamBody,
  answer: Team,
  status: 201,
  errors: ['team_name_taken'],
})

export const renameTeam = operation({
  id: 'renameTeam',
  method: 'PATCH',
  path: '/api/orgs/{org_id}/teams/{team_id}',
  tag,
  summary: 'Rename a team',
  access: orgRole('admin'),
  params: model(team),
  body: teamBody,
  answer: Team,
  errors: ['team_not_found', 'team_name_taken'],
})

export const removeTeam = operation({
  id: 'removeTeam',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/teams/{team_id}',
  tag,
  summary: 'Dissolve a team; its members stay in the organization',
  access: orgRole('admin'),
  params: model(team),
  errors: ['team_not_found'],
})

export const teamMembers = operation({
  id: 'teamMembers',
  method: 'GET',
  path: '/api/orgs/{org_id}/teams/{team_id}/members',
  tag,
  summary: 'The members of a team, verified people first, then in the order of joining it',
  access: orgRole('member'),
  params: model(team),
  query: model(pageQuery),
  answer: page('members', OrgMember),
  errors: ['team_not_found'],
})

const place = model({ ...team, user_id: uuid() })

export const addTeamMember = operation({
  id: 'addTeamMember',
  method: 'PUT',
  path: '/api/orgs/{org_id}/teams/{team_id}/members/{user_id}',
  tag,
  summary: 'Put a member of the organization into a team',
  access: orgRole('admin'),
  params: place,
  errors: ['team_not_found', 'member_not_found', 'email_unverified'],
})

export const removeTeamMember = operation({
  id: 'removeTeamMember',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/teams/{team_id}/members/{user_id}',
  tag,
  summary: 'Take a member out of a team',
  access: orgRole('admin'),
  params: place,
  errors: ['team_not_found', 'member_not_found'],
})
