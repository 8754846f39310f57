import { orgRole, orgRoles, signedIn } from './access.ts'
import type { DealStage } from './deals.ts'
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
import {
  maxCommitteeMembers,
  maxIdLength,
  maxOrgNameLength,
  maxStageNameLength,
  maxUntrimmedNameLength,
  minOrgNameLength,
} from './sizes.ts'
import { committeeRules } from './votes.ts'

const tag = 'Organizations'

const stageName = optional(
  nullable(text({ description: 'Its name; blanks around it are removed.', min: 1, max: maxStageNameLength })),
)
const stageNames: Record<DealStage, typeof stageName> = {
  screening: stageName,
  diligence: stageName,
  committee: stageName,
  closing: stageName,
  closed: stageName,
  passed: stageName,
}

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
        'Its settings: `scenario_approval` is true if changed numbers need approval, `viewers_export` if viewers and commenters of its deals can export them, `strict_readiness` if a deal is finalized only when it is ready, `blind_read` if votes and ratings are hidden until a person has voted; `committee_rule` (absent: owner) and `committee_quorum` (absent: 0) say when the committee has decided. `stage_names` has the names that it gave to stages. `model_provider` if questions about its deals can be answered by the model provider, `provider_redaction` if names and addresses are hidden from it.',
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
    'Changes the name of an organization or its settings. Its slug stays, so that links keep working. With `scenario_approval`, an editor of a deal who applies a what-if proposes it, and an owner of the deal adopts it. With `viewers_export`, viewers and commenters of its deals can export them. With `committee_rule` or `committee_quorum`, a deal is finalized as its committee voted; with `strict_readiness`, only when nothing is open; with `blind_read`, votes and ratings of others are hidden until a person has voted. With `model_provider`, which only an owner can change, questions about its deals and the passages found for them are sent to the model provider of the service; with `provider_redaction`, also for owners only, words without meaning stand for the names of the deal, the organization and the people in them, and for mail and web addresses, phone and account numbers.',
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
      stage_names: optional(
        model(stageNames, {
          title: 'StageNames',
          description:
            'Names of stages of its deals in the place of the built-in ones; null: the built-in name; absent: unchanged.',
        }),
      ),
      committee_rule: optional(
        oneOf(committeeRules, { description: 'Whose votes decide; `owner` at first: no vote is needed.' }),
      ),
      committee_quorum: optional(
        integer({
          minimum: 0,
          maximum: maxCommitteeMembers,
          description: 'How many members of the committee must have voted; 0 at first.',
          examples: [3],
        }),
      ),
      strict_readiness: optional(
        boolean({
          description: 'Whether every open item must be closed or overridden before a decision; off at first.',
        }),
      ),
      blind_read: optional(
        boolean({ description: 'Whether votes and ratings are hidden until a person has voted; off at first.' }),
      ),
      model_provider: optional(
        boolean({
          description:
            'Whether questions about its deals are answered by the model provider; off at first. Owners only.',
        }),
      ),
      provider_redaction: optional(
        boolean({
          description:
            'Whether names of its deals and people, and addresses, phone and account numbers are hidden from the model provider; off at first. Owners only.',
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
