import { anyone, orgRoles, refreshCookie, signedIn } from './access.ts'
import { operation } from './operation.ts'
import {
  boolean,
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

const tag = 'Authentication and account'

/** The one cookie of the service. */
export const refreshCookieName = 'canvas_refresh'

/** Says that an account has signed in on this device before; see the limits of sign-in. */
export const deviceCookieName = 'canvas_device'

export const providers = ['password', 'magic_link'] as const

export const LoginResponse = model(
  {
    access_token: text({ description: 'Bearer token (JWT).' }),
    user: model({
      id: uuid(),
      display_name: text(),
      email: text(),
      avatar_url: text({ description: 'Empty when there is no picture.' }),
      provider: oneOf(providers),
    }),
    expires_in_minutes: optional(integer({ description: 'Lifetime of the access token.' })),
    has_deals: optional(boolean()),
    force_password_change: optional(boolean()),
    analytics_visitor_id: optional(text()),
  },
  { title: 'LoginResponse' },
)
export type LoginResponse = Static<typeof LoginResponse>

export const MailPreferences = model({
  mentions: boolean({ description: 'Mail me when I am mentioned, or a deal that I own is decided.' }),
})

export const Me = model(
  {
    id: uuid(),
    display_name: text(),
    first_name: nullable(text()),
    last_name: nullable(text()),
    avatar_url: nullable(
      text({
        description: 'An http or https address, or the path of an uploaded photo on this service.',
        examples: ['/api/avatars/7d1f2b36-4f0e-4c0a-9f43-2f6f0f6d2c11'],
      }),
    ),
    email: nullable(text()),
    emails: list(model({ email: text(), verified: boolean(), primary: boolean() })),
    orgs: list(model({ org_id: uuid(), name: text(), slug: text(), role: oneOf(orgRoles) })),
    is_superadmin: boolean(),
    has_deals: boolean(),
    force_password_change: boolean(),
    mail_preferences: MailPreferences,
    created_at: instant(),
  },
  { title: 'Me' },
)
export type Me = Static<typeof Me>

export const Session = model(
  {
    id: uuid(),
    provider: oneOf(providers),
    current: boolean({ description: 'The session this request belongs to.' }),
    ip: nullable(text()),
    user_agent: nullable(text()),
    created_at: instant(),
    last_used_at: instant(),
    expires_at: instant(),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

const givenPassword = secret({ max: 1024 })

export const login = operation({
  id: 'login',
  method: 'POST',
  path: '/api/auth/login',
  tag,
  summary: 'Sign in with email and password',
  access: anyone,
  body: model({ email: text({ max: 1024, examples: ['owner@example.com'] }), password: givenPassword }),
  answer: LoginResponse,
  errors: ['invalid_credentials', 'rate_limited'],
})

export const refresh = operation({
  id: 'refresh',
  method: 'POST',
  path: '/api/auth/refresh',
  tag,
  summary: 'Exchange the refresh cookie for a new access token and a new cookie',
  access: refreshCookie,
  answer: LoginResponse,
  errors: ['refresh_invalid', 'origin_not_allowed', 'rate_limited'],
})

export const logout = operation({
  id: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  tag,
  summary: 'End this session',
  access: signedIn,
  idempotent: false,
})

export const me = operation({
  id: 'me',
  method: 'GET',
  path: '/api/auth/me',
  tag,
  summary: 'Who I am',
  access: signedIn,
  answer: Me,
})

const personName = nullable(text({ max: 100 }))

export const patchMe = operation({
  id: 'patchMe',
  method: 'PATCH',
  path: '/api/auth/me',
  tag,
  summary: 'Change my names, picture or mail preferences; what is not sent stays, null clears',
  access: signedIn,
  body: model({
    first_name: optional(personName),
    last_name: optional(personName),
    avatar_url: optional(nullable(text({ max: 2000 }))),
    mail_preferences: optional(model({ mentions: optional(boolean()) })),
  }),
  answer: Me,
})

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/password',
  tag,
  summary: 'Set a new password; my other sessions end',
  access: signedIn,
  body: model({ current_password: optional(nullable(givenPassword)), new_password: givenPassword }),
  errors: ['invalid_credentials'],
  limit: 'password_guess',
})

export const sessions = operation({
  id: 'sessions',
  method: 'GET',
  path: '/api/auth/sessions',
  tag,
  summary: 'My open sessions, the most recently used first',
  access: signedIn,
  query: model({
    limit: optional(integer({ minimum: 1, maximum: 100, default: 20 })),
    cursor: optional(text({ max: 200 })),
  }),
  answer: model({ sessions: list(Session), next_cursor: nullable(text()), has_more: boolean() }),
})

export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/auth/sessions/{session_id}',
  tag,
  summary: 'End one of my sessions',
  access: signedIn,
  params: model({ session_id: text({ max: 100 }) }),
  errors: ['session_not_found'],
})
