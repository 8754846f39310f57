import { orgRole } from './access.ts'
import { operation } from './operation.ts'
import { OrgMember } from './orgs.ts'
import { page, pageQuery } from './paging.ts'
import { instant, integer, model, type Static, text, uuid } from './schema.ts'
import { maxIdLength, maxOrgNameLength, maxUntrimmedNameLength, minTeamNameLength } from './sizes.ts'

const tag = 'Organizations'

export const Team = model(
  {
    id: uuid({ description: 'The team.' }),
    org_id: uuid({ description: 'The organization.' }),
    name: text({ description: 'The name of the team.', examples: ['Real estate'] }),
    member_count: integer({ description: 'How many members it has.', examples: [3] }),
    created_at: instant({ description: 'When it was created.' }),
    updated_at: instant({ description: 'When it was last changed.' }),
  },
  { title: 'Team' },
)
export type Team = Static<typeof Team>

const org = { org_id: text({ max: maxIdLength, description: 'The organization.' }) }
const team = { ...org, team_id: text({ max: maxIdLength, description: 'The team.' }) }
const teamBody = model(
  {
    name: text({
      max: maxUntrimmedNameLength,
      description: `${minTeamNameLength} to ${maxOrgNameLength} characters after trimming.`,
      examples: ['Real estate'],
    }),
  },
  { title: 'TeamRequest' },
)

export const teams = operation({
  id: 'teams',
  method: 'GET',
  path: '/api/orgs/{org_id}/teams',
  tag,
  summary: 'List the teams of an organization',
  description: 'Lists the teams of an organization, the oldest first.',
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
  summary: 'Create a team',
  description: 'Creates a team without members.',
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
  description: 'Changes the name of a team.',
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
  summary: 'Delete a team',
  description: 'Deletes a team; its members stay in the organization, and deals are no longer shared with it.',
  access: orgRole('admin'),
  params: model(team),
  errors: ['team_not_found'],
})

export const teamMembers = operation({
  id: 'teamMembers',
  method: 'GET',
  path: '/api/orgs/{org_id}/teams/{team_id}/members',
  tag,
  summary: 'List the members of a team',
  description: 'Lists the members of a team, verified people first, then in the order of joining it.',
  access: orgRole('member'),
  params: model(team),
  query: model(pageQuery),
  answer: page('members', OrgMember),
  errors: ['team_not_found'],
})

const place = model({ ...team, user_id: uuid({ description: 'The member.' }) })

export const addTeamMember = operation({
  id: 'addTeamMember',
  method: 'PUT',
  path: '/api/orgs/{org_id}/teams/{team_id}/members/{user_id}',
  tag,
  summary: 'Add a member to a team',
  description:
    'Adds a member of the organization to a team; adding them again changes nothing. A person without a verified address is 409 `email_unverified`.',
  access: orgRole('admin'),
  params: place,
  errors: ['team_not_found', 'member_not_found', 'email_unverified'],
})

export const removeTeamMember = operation({
  id: 'removeTeamMember',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/teams/{team_id}/members/{user_id}',
  tag,
  summary: 'Remove a member from a team',
  description: 'Removes a member from a team; they stay in the organization.',
  access: orgRole('admin'),
  params: place,
  errors: ['team_not_found', 'member_not_found'],
})
