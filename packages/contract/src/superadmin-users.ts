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

const tag = 'Superadmin'

const userFields = {
  id: uuid(),
  email: nullable(text({ examples: ['editor@example.com'] })),
  email_verified: emailVerified,
  display_name: text({ examples: ['Priya Nair'] }),
  avatar_url: nullable(text()),
  status: oneOf(userStatuses),
  is_superadmin: boolean(),
  created_at: nullable(instant()),
  updated_at: nullable(instant()),
}

export const SuperAdminUserResponse = model(userFields, { title: 'SuperAdminUserResponse' })
export type SuperAdminUserResponse = Static<typeof SuperAdminUserResponse>

export const users = operation({
  id: 'users',
  method: 'GET',
  path: '/api/superadmin/users',
  tag,
  summary: 'Users, verified ones first, then the newest; the total is exact and may be 10 seconds old',
  access: superadmin,
  query: model({
    search: optional(text({ max: 200, description: 'Part of the name or of any linked address, in any case.' })),
    status: optional(oneOf(userStatuses)),
    org_id: optional(uuid({ description: 'Members of this organization.' })),
    limit: optional(integer({ minimum: 1, maximum: 200, default: 50 })),
    offset: optional(integer({ minimum: 0, default: 0 })),
  }),
  answer: model(
    { users: list(SuperAdminUserResponse), total: integer({ examples: [1] }) },
    { title: 'UserListResponse' },
  ),
})

export const createUser = operation({
  id: 'createUser',
  method: 'POST',
  path: '/api/superadmin/users',
  tag,
  summary: 'Make an account; without a password one is generated and shown once',
  access: superadmin,
  body: model(
    {
      email: email({ examples: ['new@example.com'] }),
      display_name: optional(text({ max: 200, default: '' })),
      first_name: optional(personName),
      last_name: optional(personName),
      password: optional(nullable(secret({ max: 1024 }))),
      is_superadmin: optional(boolean({ default: false })),
      org_id: optional(nullable(uuid())),
      org_role: optional(oneOf(orgRoles, { default: 'member' })),
      team_id: optional(nullable(uuid({ description: 'A team of that organization.' }))),
    },
    { title: 'CreateUserRequest' },
  ),
  answer: model({
    ...userFields,
    force_password_change: boolean(),
    temporary_password: optional(
      secret({ description: 'Only in the first answer, and only if no password was given.' }),
    ),
    org_id: nullable(uuid()),
    org_role: nullable(oneOf(orgRoles)),
    team_id: nullable(uuid()),
  }),
  errors: ['email_taken'],
})

export const changeUser = operation({
  id: 'changeUser',
  method: 'PATCH',
  path: '/api/superadmin/users/{user_id}',
  tag,
  summary:
    'Suspend, delete or bring back a user, or change who is a superadmin; sessions of who may not enter end at once',
  access: superadmin,
  params: model({ user_id: uuid() }),
  body: model({
    status: optional(oneOf(['active', 'suspended', 'deleted'])),
    is_superadmin: optional(boolean()),
  }),
  answer: SuperAdminUserResponse,
  errors: ['user_not_found', 'last_superadmin', 'last_owner', 'email_taken', 'user_erased', 'email_unverified'],
})

export const eraseUser = operation({
  id: 'eraseUser',
  method: 'POST',
  path: '/api/superadmin/users/{user_id}/erase',
  tag,
  summary:
    'Erase a deleted user: name, addresses, password, sessions and mails go, a pseudonym stays; done in the background',
  access: superadmin,
  params: model({ user_id: uuid() }),
  body: model(
    {
      transfer_to: optional(
        nullable(uuid({ description: 'Who gets their personal deals; without it these are deleted for good.' })),
      ),
    },
    { title: 'EraseUserRequest' },
  ),
  bodyOptional: true,
  answer: model({
    user_id: uuid(),
    finished_at: nullable(instant({ description: 'Null while it is under way.' })),
  }),
  status: 202,
  errors: ['user_not_found', 'user_not_deleted', 'last_owner', 'email_unverified'],
})
