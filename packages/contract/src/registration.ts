import { anyone } from './access.ts'
import { LoginResponse } from './auth.ts'
import { operation } from './operation.ts'
import { email, model, secret, text } from './schema.ts'
import { maxDisplayNameLength, maxGivenPasswordLength, maxTokenLength } from './sizes.ts'

export const register = operation({
  id: 'register',
  method: 'POST',
  path: '/api/auth/register',
  tag: 'Authentication and account',
  summary: 'Create an account',
  description:
    'Opens an account with an invite code, or with the token of an invitation, and signs in. At most 30 registrations an hour per network.',
  access: anyone,
  body: model(
    {
      invite_code: secret({
        description: 'An invite code, or the token of an invitation.',
        min: 1,
        max: maxTokenLength,
      }),
      email: email({ description: 'The address of the new account.', examples: ['new@example.com'] }),
      password: secret({ description: 'The password.', max: maxGivenPasswordLength }),
      display_name: text({
        description: 'The name that others see.',
        min: 1,
        max: maxDisplayNameLength,
        examples: ['Ada Lovelace'],
      }),
    },
    { title: 'RegisterRequest' },
  ),
  answer: LoginResponse,
  status: 201,
  errors: ['invite_invalid', 'email_taken', 'rate_limited'],
})
