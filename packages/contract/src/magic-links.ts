import { anyone } from './access.ts'
import { LoginResponse } from './auth.ts'
import { operation } from './operation.ts'
import { email, model, secret, text } from './schema.ts'

const tag = 'Authentication and account'

export const requestMagicLink = operation({
  id: 'requestMagicLink',
  method: 'POST',
  path: '/api/auth/magic-link/request',
  tag,
  summary: 'Mail a link that signs in once; the answer is the same for every address',
  access: anyone,
  body: model({ email: email({ examples: ['owner@example.com'] }) }),
  answer: model({ message: text({ examples: ['If the address belongs to an account, a link is on its way'] }) }),
  status: 202,
  errors: ['rate_limited'],
})

const verification = {
  method: 'POST',
  tag,
  access: anyone,
  body: model({ token: secret({ max: 200 }) }),
  answer: LoginResponse,
  errors: ['link_invalid', 'rate_limited'],
} as const

export const verifyMagicLink = operation({
  id: 'verifyMagicLink',
  path: '/api/auth/magic-link/verify',
  summary: 'Sign in with the token of a mailed link; works once, for 15 minutes',
  ...verification,
})

/** The same under the path that the interface names. */
export const verifyMagicLinkAtRoot = operation({
  id: 'verifyMagicLinkAtRoot',
  path: '/auth/magic-link/verify',
  summary: 'Sign in with the token of a mailed link; the same as under /api',
  ...verification,
})
