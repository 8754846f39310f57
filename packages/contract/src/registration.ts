import { anyone } from './access.ts'
import { LoginResponse } from './auth.ts'
import { operation } from './operation.ts'
import { email, model, secret, text } from './schema.ts'

export const register = operation({
  id: 'register',
  method: 'POST',
  path: '/api/auth/register',
  tag: 'Authentication and account',
  summary: 'Open an account with an invite code, or with the token of an invitation',
  access: anyone,
  body: model({
    invite_code: secret({ min: 1, max: 200 }),
    email: email({ examples: ['new@example.com'] }),
    password: secret({ max: 1024 }),
    display_name: text({ min: 1, max: 200, examples: ['Ada Lovelace'] }),
  }),
  answer: LoginResponse,
  status: 201,
  errors: ['invite_invalid', 'email_taken', 'rate_limited'],
})
