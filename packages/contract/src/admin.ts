import { admin } from './access.ts'
import { operation } from './operation.ts'
import { emailVerified } from './person.ts'
import { email, instant, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'
import { maxPersonNameLength, maxUrlLength } from './sizes.ts'

export const userStatuses = ['active', 'invited', 'suspended', 'deleted'] as const

export const UserResponse = model(
  {
    id: uuid({ description: 'The user.' }),
    email: nullable(text({ description: 'The primary email address; null: none.', examples: ['editor@example.com'] })),
    email_verified: emailVerified,
    display_name: text({ description: 'The name that others see.', examples: ['Priya Nair'] }),
    avatar_url: nullable(text({ description: 'The picture; null: none.' })),
    status: oneOf(userStatuses, { description: 'Whether the account is active, invited, suspended or deleted.' }),
    created_at: instant({ description: 'When the account was created.' }),
    updated_at: instant({ description: 'When the account was last changed.' }),
  },
  { title: 'UserResponse' },
)
export type UserResponse = Static<typeof UserResponse>

export const personName = nullable(
  text({ description: 'A given or family name; null clears it.', max: maxPersonNameLength, examples: ['Priya'] }),
)

export const patchUser = operation({
  id: 'patchUser',
  method: 'PATCH',
  path: '/api/admin/users/{user_id}',
  tag: 'Admin',
  summary: 'Change the profile of a user',
  description:
    'Changes names or picture of a user of an organization that the caller administers. Fields that are not sent stay as they are; null clears one. The change is written to the admin log.',
  access: admin,
  params: model({ user_id: uuid({ description: 'The user.' }) }),
  body: model(
    {
      first_name: optional(personName),
      last_name: optional(personName),
      avatar_url: optional(
        nullable(
          text({
            description: 'The address of a picture; null removes it.',
            max: maxUrlLength,
            examples: ['https://example.com/priya.png'],
          }),
        ),
      ),
      email: optional(nullable(email({ description: 'Null leaves the address as it is.' }))),
    },
    { title: 'PatchUserRequest' },
  ),
  answer: UserResponse,
  errors: ['user_not_found', 'email_not_managed', 'email_taken', 'too_many_emails', 'rate_limited', 'user_erased'],
})
