import { orgRole, orgRoles, signedIn } from './access.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import {
  anyJson,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'

const tag = 'Organizations'

export const orgStatuses = ['active', 'suspended', 'archived'] as const

/** Its further rules (a letter or digit, no control characters) are the service's. */
export const orgName = text({
  max: 1000,
  examples: ['Northwind Capital'],
  description: '2 to 100 characters after trimming.',
})

export const OrganizationResponse = model(
  {
    id: uuid(),
    org_id: uuid({ description: 'The same as id.' }),
    name: text({ examples: ['Northwind Capital'] }),
    slug: text({ examples: ['northwind-capital'] }),
    status: oneOf(orgStatuses),
    created_at: instant(),
    updated_at: instant(),
    settings: map(anyJson()),
    member_count: nullable(integer({ examples: [4] })),
    role: oneOf(orgRoles, { description: 'My own role.' }),
  },
  { title: 'OrganizationResponse' },
)
export type OrganizationResponse = Static<typeof OrganizationResponse>

export const createOrg = operation({
  id: 'createOrg',
  method: 'POST',
  path: '/api/orgs',
  tag,
  summary: 'Create an organization; the caller becomes its owner',
  access: signedIn,
  body: model({ name: orgName }),
  answer: OrganizationResponse,
  status: 201,
  errors: ['already_owns_org', 'rate_limited'],
})

export const myOrgs = operation({
  id: 'myOrgs',
  method: 'GET',
  path: '/api/orgs',
  tag,
  summary: 'The organizations I belong to, by name',
  access: signedIn,
  answer: model({ orgs: list(OrganizationResponse) }),
})

const orgId = { org_id: text({ max: 100 }) }

export const showOrg = operation({
  id: 'showOrg',
  method: 'GET',
  path: '/api/orgs/{org_id}',
  tag,
  summary: 'One organization',
  access: orgRole('member'),
  params: model(orgId),
  answer: OrganizationResponse,
})

export const renameOrg = operation({
  id: 'renameOrg',
  method: 'PATCH',
  path: '/api/orgs/{org_id}',
  tag,
  summary: 'Rename an organization; its slug stays, so that links go on working',
  access: orgRole('admin'),
  params: model(orgId),
  body: model({ name: optional(orgName) }),
  answer: OrganizationResponse,
})

export const OrgMember = model(
  {
    user_id: uuid(),
    display_name: text({ examples: ['Maya Okafor'] }),
    email: nullable(text({ examples: ['owner@example.com'] })),
    email_verified: emailVerified,
    avatar_url: nullable(text()),
    role: oneOf(orgRoles),
    joined_at: instant(),
  },
  { title: 'OrgMember' },
)
export type OrgMember = Static<typeof OrgMember>

export const orgMembers = operation({
  id: 'orgMembers',
  method: 'GET',
  path: '/api/orgs/{org_id}/members',
  tag,
  summary: 'The members of an organization, verified people first, then in the order of joining',
  access: orgRole('member'),
  params: model(orgId),
  query: model(pageQuery),
  answer: page('members', OrgMember),
})

const memberPath = model({ ...orgId, user_id: uuid() })

export const changeOrgMember = operation({
  id: 'changeOrgMember',
  method: 'PUT',
  path: '/api/orgs/{org_id}/members/{user_id}',
  tag,
  summary: 'Change the role of an existing member; only owners make or unmake owners',
  access: orgRole('admin'),
  params: memberPath,
  body: model({ role: oneOf(orgRoles) }),
  answer: OrgMember,
  errors: ['member_not_found', 'last_owner', 'already_owns_org', 'email_unverified'],
})

export const removeOrgMember = operation({
  id: 'removeOrgMember',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/members/{user_id}',
  tag,
  summary: 'Remove a member, or leave; places in teams and on deals of the organization end with it',
  access: orgRole('member'),
  params: memberPath,
  errors: ['member_not_found', 'org_role_too_low', 'last_owner'],
})
