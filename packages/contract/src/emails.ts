import { signedIn } from './access.ts'
import { operation } from './operation.ts'
import { boolean, email, integer, list, model, secret, text } from './schema.ts'

const tag = 'Authentication and account'

/** An address of an account. */
export const AccountEmail = model({
  email: text({ examples: ['owner@example.com'] }),
  verified: boolean(),
  primary: boolean(),
})

export const requestEmailCode = operation({
  id: 'requestEmailCode',
  method: 'POST',
  path: '/api/auth/email/request',
  tag,
  summary: 'Send a 6-digit code to an address, to link it to my account or to verify it',
  access: signedIn,
  body: model({ email: email({ examples: ['second@example.com'] }) }),
  answer: model({
    message: text({ examples: ['A code was sent if the address can be linked'] }),
    expires_in_minutes: integer({ examples: [15] }),
  }),
  limit: 'email_request',
})

export const verifyEmailCode = operation({
  id: 'verifyEmailCode',
  method: 'POST',
  path: '/api/auth/email/verify',
  tag,
  summary: 'Enter the code: the address is verified, and signs in from now on',
  access: signedIn,
  body: model({
    email: email({ examples: ['second@example.com'] }),
    code: secret({ pattern: '^[0-9]{6}$', examples: ['048213'] }),
  }),
  answer: model({ success: boolean(), email: text({ examples: ['second@example.com'] }), emails: list(AccountEmail) }),
  errors: ['code_invalid', 'code_expired', 'too_many_emails'],
})

export const removeEmail = operation({
  id: 'removeEmail',
  method: 'DELETE',
  path: '/api/auth/emails/{email}',
  tag,
  summary: 'Unlink one of my addresses; the last verified one stays',
  access: signedIn,
  params: model({ email: text({ max: 254, examples: ['second@example.com'] }) }),
  errors: ['email_not_found', 'last_email'],
})
