import { admin } from './access.ts'
import { operation } from './operation.ts'
import { emailVerified } from './person.ts'
import { email, instant, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'

export const userStatuses = ['active', 'invited', 'suspended', 'deleted'] as const

export const UserResponse = model(
  {
    id: uuid(),
    email: nullable(text({ examples: ['editor@example.com'] })),
    email_verified: emailVerified,
    display_name: text({ examples: ['Priya Nair'] }),
    avatar_url: nullable(text()),
    status: oneOf(userStatuses),
    created_at: instant(),
    updated_at: instant(),
  },
  { title: 'UserResponse' },
)
export type UserResponse = Static<typeof UserResponse>

export const personName = nullable(text({ max: 100, examples: ['Priya'] }))

export const patchUser = operation({
  id: 'patchUser',
  method: 'PATCH',
  path: '/api/admin/users/{user_id}',
  tag: 'Admin',
  summary: 'Change a user of an organization that I administer; what is not sent stays, null clears',
  access: admin,
  params: model({ user_id: uuid() }),
  body: model(
    {
      first_name: optional(personName),
      last_name: optional(personName),
      avatar_url: optional(nullable(text({ max: 2000, examples: ['https://example.com/priya.png'] }))),
      email: optional(nullable(email({ description: 'Null leaves the address as it is.' }))),
    },
    { title: 'PatchUserRequest' },
  ),
  answer: UserResponse,
  errors: ['user_not_found', 'email_not_managed', 'email_taken', 'too_many_emails', 'rate_limited', 'user_erased'],
})
