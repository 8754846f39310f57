import { orgRole, orgRoles, signedIn } from './access.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import {
  anyJson,
  boolean,
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
import { maxIdLength, maxOrgNameLength, maxUntrimmedNameLength, minOrgNameLength } from './sizes.ts'

const tag = 'Organizations'

export const orgStatuses = ['active', 'suspended', 'archived'] as const

/** The service enforces further rules (a letter or digit, no control characters). */
export const orgName = text({
  max: maxUntrimmedNameLength,
  examples: ['Northwind Capital'],
  description: `${minOrgNameLength} to ${maxOrgNameLength} characters after trimming.`,
})

export const OrganizationResponse = model(
  {
    id: uuid({ description: 'The organization.' }),
    org_id: uuid({ description: 'The same as id.' }),
    name: text({ description: 'Its name.', examples: ['Northwind Capital'] }),
    slug: text({ description: 'The name in addresses.', examples: ['northwind-capital'] }),
    status: oneOf(orgStatuses, { description: 'Whether it is active, suspended or archived.' }),
    created_at: instant({ description: 'When it was created.' }),
    updated_at: instant({ description: 'When it was last changed.' }),
    settings: map(anyJson(), {
      description:
        'Its settings: `scenario_approval` is true if changed numbers need approval, `viewers_export` if viewers and commenters of its deals can export them, `model_provider` if questions about its deals can be answered by the model provider.',
      examples: [{ scenario_approval: true }],
    }),
    provider_model: optional(
      text({ description: 'The model of the provider that the service is set up with; absent: none.' }),
    ),
    member_count: nullable(integer({ description: 'How many members it has; null: not counted.', examples: [4] })),
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
  summary: 'Create an organization',
  description: 'Creates an organization; the caller becomes its owner. At most 5 attempts an hour.',
  access: signedIn,
  body: model({ name: orgName }, { title: 'CreateOrgRequest' }),
  answer: OrganizationResponse,
  status: 201,
  errors: ['already_owns_org', 'rate_limited'],
})

export const myOrgs = operation({
  id: 'myOrgs',
  method: 'GET',
  path: '/api/orgs',
  tag,
  summary: 'List my organizations',
  description: 'Lists the organizations of the caller by name, at most 200.',
  access: signedIn,
  answer: model(
    { orgs: list(OrganizationResponse, { description: 'The organizations.' }) },
    { title: 'MyOrgsResponse' },
  ),
})

const orgId = { org_id: text({ max: maxIdLength, description: 'The organization.' }) }

export const showOrg = operation({
  id: 'showOrg',
  method: 'GET',
  path: '/api/orgs/{org_id}',
  tag,
  summary: 'Show one organization',
  description: 'Answers an organization of the caller.',
  access: orgRole('member'),
  params: model(orgId),
  answer: OrganizationResponse,
})

export const renameOrg = operation({
  id: 'renameOrg',
  method: 'PATCH',
  path: '/api/orgs/{org_id}',
  tag,
  summary: 'Rename an organization, or change its settings',
  description:
    'Changes the name of an organization or its settings. Its slug stays, so that links keep working. With `scenario_approval`, an editor of a deal who applies a what-if proposes it, and an owner of the deal adopts it. With `viewers_export`, viewers and commenters of its deals can export them. With `model_provider`, which only an owner can change, questions about its deals and the passages found for them are sent to the model provider of the service.',
  access: orgRole('admin'),
  params: model(orgId),
  body: model(
    {
      name: optional(orgName),
      scenario_approval: optional(
        boolean({ description: 'Whether changed numbers of a deal need the approval of its owner; off at first.' }),
      ),
      viewers_export: optional(
        boolean({ description: 'Whether viewers and commenters of its deals can export them; off at first.' }),
      ),
      model_provider: optional(
        boolean({
          description:
            'Whether questions about its deals are answered by the model provider; off at first. Owners only.',
        }),
      ),
    },
    { title: 'RenameOrgRequest' },
  ),
  answer: OrganizationResponse,
})

export const OrgMember = model(
  {
    user_id: uuid({ description: 'The person.' }),
    display_name: text({ description: 'The name that others see.', examples: ['Maya Okafor'] }),
    email: nullable(text({ description: 'Their primary address; null: none.', examples: ['owner@example.com'] })),
    email_verified: emailVerified,
    avatar_url: nullable(text({ description: 'The picture; null: none.' })),
    role: oneOf(orgRoles, { description: 'Their role in the organization.' }),
    joined_at: instant({ description: 'When they joined the organization.' }),
  },
  { title: 'OrgMember' },
)
export type OrgMember = Static<typeof OrgMember>

export const orgMembers = operation({
  id: 'orgMembers',
  method: 'GET',
  path: '/api/orgs/{org_id}/members',
  tag,
  summary: 'List the members of an organization',
  description: 'Lists the members of an organization, verified people first, then in the order of joining.',
  access: orgRole('member'),
  params: model(orgId),
  query: model(pageQuery),
  answer: page('members', OrgMember),
})

const memberPath = model({ ...orgId, user_id: uuid({ description: 'The member.' }) })

export const changeOrgMember = operation({
  id: 'changeOrgMember',
  method: 'PUT',
  path: '/api/orgs/{org_id}/members/{user_id}',
  tag,
  summary: 'Change the role of a member',
  description:
    'Changes the role of a member. Only owners give or take ownership, and the last owner stays one; a person without a verified address cannot become an owner (409 `email_unverified`).',
  access: orgRole('admin'),
  params: memberPath,
  body: model({ role: oneOf(orgRoles, { description: 'The new role.' }) }, { title: 'ChangeOrgMemberRequest' }),
  answer: OrgMember,
  errors: ['member_not_found', 'last_owner', 'already_owns_org', 'email_unverified'],
})

export const removeOrgMember = operation({
  id: 'removeOrgMember',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/members/{user_id}',
  tag,
  summary: 'Remove a member or leave an organization',
  description:
    'Removes a member; members can remove themselves. Their places in teams and on deals of the organization end as well. The last owner cannot leave.',
  access: orgRole('member'),
  params: memberPath,
  errors: ['member_not_found', 'org_role_too_low', 'last_owner'],
})
