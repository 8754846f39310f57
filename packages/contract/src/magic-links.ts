import { anyone } from './access.ts'
import { LoginResponse } from './auth.ts'
import { operation } from './operation.ts'
import { email, model, secret, text } from './schema.ts'
import { maxTokenLength } from './sizes.ts'

const tag = 'Authentication and account'

export const requestMagicLink = operation({
  id: 'requestMagicLink',
  method: 'POST',
  path: '/api/auth/magic-link/request',
  tag,
  summary: 'Mail a sign-in link',
  description:
    'Mails a link that signs in once. The answer is the same for every address; 5 links an hour per address.',
  access: anyone,
  body: model(
    { email: email({ description: 'The address of the account.', examples: ['owner@example.com'] }) },
    { title: 'RequestMagicLinkRequest' },
  ),
  answer: model(
    {
      message: text({
        description: 'A sentence for a person.',
        examples: ['If the address belongs to an account, a link is on its way'],
      }),
    },
    { title: 'RequestMagicLinkResponse' },
  ),
  status: 202,
  errors: ['rate_limited'],
})

const verification = {
  method: 'POST',
  tag,
  access: anyone,
  body: model(
    { token: secret({ description: 'The token of the mailed link.', max: maxTokenLength }) },
    { title: 'MagicLinkRequest' },
  ),
  answer: LoginResponse,
  errors: ['link_invalid', 'rate_limited'],
} as const

export const verifyMagicLink = operation({
  id: 'verifyMagicLink',
  path: '/api/auth/magic-link/verify',
  summary: 'Sign in with a mailed link',
  description: 'Signs in with the token of a mailed link, which works once and for 15 minutes.',
  ...verification,
})

/** The same operation under the path that the interface documents. */
export const verifyMagicLinkAtRoot = operation({
  id: 'verifyMagicLinkAtRoot',
  path: '/auth/magic-link/verify',
  summary: 'Sign in with a mailed link (short path)',
  description: 'The same as `/api/auth/magic-link/verify`, under a path without `/api`.',
  ...verification,
})
