import { orgRoles, superadmin } from './access.ts'
import { personName, userStatuses } from './admin.ts'
import { operation } from './operation.ts'
import { emailVerified } from './person.ts'
import {
  boolean,
  email,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  secret,
  text,
  uuid,
} from './schema.ts'
import { maxDisplayNameLength, maxGivenPasswordLength, maxSearchLength } from './sizes.ts'

const tag = 'Superadmin'

const userFields = {
  id: uuid({ description: 'The user.' }),
  email: nullable(text({ description: 'The primary email address; null: none.', examples: ['editor@example.com'] })),
  email_verified: emailVerified,
  display_name: text({ description: 'The name that others see.', examples: ['Priya Nair'] }),
  avatar_url: nullable(text({ description: 'The picture; null: none.' })),
  status: oneOf(userStatuses, { description: 'Whether the account is active, invited, suspended or deleted.' }),
  is_superadmin: boolean({ description: 'Whether the person is a superadmin.' }),
  created_at: nullable(instant({ description: 'When the account was created.' })),
  updated_at: nullable(instant({ description: 'When the account was last changed.' })),
}

export const SuperAdminUserResponse = model(userFields, { title: 'SuperAdminUserResponse' })
export type SuperAdminUserResponse = Static<typeof SuperAdminUserResponse>

export const users = operation({
  id: 'users',
  method: 'GET',
  path: '/api/superadmin/users',
  tag,
  summary: 'List users',
  description: 'Lists users, verified ones first, then the newest. The total is exact and may be 10 seconds old.',
  access: superadmin,
  query: model({
    search: optional(
      text({ max: maxSearchLength, description: 'Part of the name or of any linked address, in any case.' }),
    ),
    status: optional(oneOf(userStatuses, { description: 'Only users with this status.' })),
    org_id: optional(uuid({ description: 'Members of this organization.' })),
    limit: optional(
      integer({ description: 'How many users to answer at most.', minimum: 1, maximum: 200, default: 50 }),
    ),
    offset: optional(integer({ description: 'How many users to skip.', minimum: 0, default: 0 })),
  }),
  answer: model(
    {
      users: list(SuperAdminUserResponse, { description: 'The users of this page.' }),
      total: integer({ description: 'How many users match.', examples: [1] }),
    },
    { title: 'UserListResponse' },
  ),
})

export const createUser = operation({
  id: 'createUser',
  method: 'POST',
  path: '/api/superadmin/users',
  tag,
  summary: 'Create a user',
  description:
    'Creates an account. Without a password one is generated and answered once; it must then be changed at the first sign-in.',
  access: superadmin,
  body: model(
    {
      email: email({ description: 'The address of the new account.', examples: ['new@example.com'] }),
      display_name: optional(
        text({ description: 'The name that others see.', max: maxDisplayNameLength, default: '' }),
      ),
      first_name: optional(personName),
      last_name: optional(personName),
      password: optional(
        nullable(
          secret({ description: 'The password; null or absent: one is generated.', max: maxGivenPasswordLength }),
        ),
      ),
      is_superadmin: optional(boolean({ description: 'Whether the user becomes a superadmin.', default: false })),
      org_id: optional(nullable(uuid({ description: 'The organization to join; null: none.' }))),
      org_role: optional(oneOf(orgRoles, { description: 'The role in the organization.', default: 'member' })),
      team_id: optional(nullable(uuid({ description: 'A team of that organization.' }))),
    },
    { title: 'CreateUserRequest' },
  ),
  answer: model(
    {
      ...userFields,
      force_password_change: boolean({ description: 'Whether the password must be changed before anything else.' }),
      temporary_password: optional(
        secret({ description: 'Only in the first answer, and only if no password was given.' }),
      ),
      org_id: nullable(uuid({ description: 'The organization that the user joined; null: none.' })),
      org_role: nullable(oneOf(orgRoles, { description: 'The role in the organization; null: none.' })),
      team_id: nullable(uuid({ description: 'The team that the user joined; null: none.' })),
    },
    { title: 'CreateUserResponse' },
  ),
  errors: ['email_taken'],
})

export const changeUser = operation({
  id: 'changeUser',
  method: 'PATCH',
  path: '/api/superadmin/users/{user_id}',
  tag,
  summary: 'Suspend, delete or restore a user',
  description:
    'Changes the status of a user, or whether they are a superadmin. Sessions of a user who is no longer active end at once; a person without a verified address cannot become a superadmin.',
  access: superadmin,
  params: model({ user_id: uuid({ description: 'The user.' }) }),
  body: model(
    {
      status: optional(oneOf(['active', 'suspended', 'deleted'], { description: 'The new status.' })),
      is_superadmin: optional(boolean({ description: 'Whether the person is a superadmin.' })),
    },
    { title: 'ChangeUserRequest' },
  ),
  answer: SuperAdminUserResponse,
  errors: ['user_not_found', 'last_superadmin', 'last_owner', 'email_taken', 'user_erased', 'email_unverified'],
})

export const eraseUser = operation({
  id: 'eraseUser',
  method: 'POST',
  path: '/api/superadmin/users/{user_id}/erase',
  tag,
  summary: 'Erase a deleted user',
  description:
    'Erases name, addresses, password, sessions and mails of a deleted user in the background; a pseudonym stays. The same call answers `finished_at` once it is done. 409 `user_not_deleted` or `last_owner`.',
  access: superadmin,
  params: model({ user_id: uuid({ description: 'The user.' }) }),
  body: model(
    {
      transfer_to: optional(
        nullable(uuid({ description: 'Who gets their personal deals; without it these are deleted for good.' })),
      ),
    },
    { title: 'EraseUserRequest' },
  ),
  bodyOptional: true,
  answer: model(
    {
      user_id: uuid({ description: 'The user.' }),
      finished_at: nullable(instant({ description: 'Null while it is under way.' })),
    },
    { title: 'EraseUserResponse' },
  ),
  status: 202,
  errors: ['user_not_found', 'user_not_deleted', 'last_owner', 'email_unverified'],
})
