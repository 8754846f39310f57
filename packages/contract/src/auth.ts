import { anyone, orgRoles, refreshCookie, signedIn } from './access.ts'
import { AccountEmail } from './emails.ts'
import { operation } from './operation.ts'
import {
  boolean,
  described,
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
import {
  defaultPageSize,
  maxCursorLength,
  maxGivenEmailLength,
  maxGivenPasswordLength,
  maxIdLength,
  maxPageSize,
  maxPersonNameLength,
  maxUrlLength,
} from './sizes.ts'

const tag = 'Authentication and account'

/** The cookie that holds the refresh token. */
export const refreshCookieName = 'canvas_refresh'

/** Marks a device on which an account has signed in before; see the sign-in limits. */
export const deviceCookieName = 'canvas_device'

export const providers = ['password', 'magic_link'] as const

export const LoginResponse = model(
  {
    access_token: text({ description: 'Bearer token (JWT).' }),
    user: described(
      model(
        {
          id: uuid({ description: 'The user.' }),
          display_name: text({ description: 'The name that others see.' }),
          email: text({ description: 'The address that they signed in with.' }),
          avatar_url: text({ description: 'Empty when there is no picture.' }),
          provider: oneOf(providers, { description: 'How they signed in.' }),
        },
        { title: 'SignedInUser' },
      ),
      'Who is signed in.',
    ),
    expires_in_minutes: optional(integer({ description: 'Lifetime of the access token.' })),
    has_deals: optional(boolean({ description: 'Whether they can see at least one deal.' })),
    force_password_change: optional(
      boolean({ description: 'Whether the password must be changed before anything else.' }),
    ),
    analytics_visitor_id: optional(text({ description: 'A pseudonymous id for analytics.' })),
  },
  { title: 'LoginResponse' },
)
export type LoginResponse = Static<typeof LoginResponse>

export const MailPreferences = model(
  {
    mentions: boolean({ description: 'Mail me when I am mentioned, or a deal that I own is decided.' }),
  },
  { title: 'MailPreferences' },
)

export const Me = model(
  {
    id: uuid({ description: 'The user.' }),
    display_name: text({ description: 'The name that others see.' }),
    first_name: nullable(text({ description: 'The given name; null: not set.' })),
    last_name: nullable(text({ description: 'The family name; null: not set.' })),
    avatar_url: nullable(
      text({
        description: 'An http or https address, or the path of an uploaded photo on this service.',
        examples: ['/api/avatars/7d1f2b36-4f0e-4c0a-9f43-2f6f0f6d2c11'],
      }),
    ),
    email: nullable(text({ description: 'The primary address; null: none.' })),
    emails: list(AccountEmail, { description: 'The linked addresses.' }),
    orgs: list(
      model(
        {
          org_id: uuid({ description: 'The organization.' }),
          name: text({ description: 'Its name.' }),
          slug: text({ description: 'The name in addresses.' }),
          role: oneOf(orgRoles, { description: 'The role of the caller in the organization.' }),
        },
        { title: 'MyOrganization' },
      ),
      { description: 'The organizations of the caller.' },
    ),
    is_superadmin: boolean({ description: 'Whether the person is a superadmin.' }),
    has_deals: boolean({ description: 'Whether the caller can see at least one deal.' }),
    force_password_change: boolean({ description: 'Whether the password must be changed before anything else.' }),
    mail_preferences: described(MailPreferences, 'Which mails the caller wants.'),
    created_at: instant({ description: 'When the account was created.' }),
  },
  { title: 'Me' },
)
export type Me = Static<typeof Me>

export const Session = model(
  {
    id: uuid({ description: 'The session.' }),
    provider: oneOf(providers, { description: 'How it was opened.' }),
    current: boolean({ description: 'The session this request belongs to.' }),
    ip: nullable(text({ description: 'The address of the network that last used it; null: unknown.' })),
    user_agent: nullable(text({ description: 'The browser or program that last used it; null: unknown.' })),
    created_at: instant({ description: 'When the person signed in.' }),
    last_used_at: instant({ description: 'When it was last used.' }),
    expires_at: instant({ description: 'When it ends unless it is used.' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

const givenPassword = secret({ description: 'The password.', max: maxGivenPasswordLength })

export const login = operation({
  id: 'login',
  method: 'POST',
  path: '/api/auth/login',
  tag,
  summary: 'Sign in with email and password',
  description:
    'Opens a session: answers an access token and sets the refresh cookie. Wrong credentials are 401; repeated failures wait longer and longer, and are limited per account and network.',
  access: anyone,
  body: model(
    {
      email: text({
        description: 'The email address of the account.',
        max: maxGivenEmailLength,
        examples: ['owner@example.com'],
      }),
      password: givenPassword,
    },
    { title: 'LoginRequest' },
  ),
  answer: LoginResponse,
  errors: ['invalid_credentials', 'rate_limited'],
})

export const refresh = operation({
  id: 'refresh',
  method: 'POST',
  path: '/api/auth/refresh',
  tag,
  summary: 'Exchange the refresh cookie for a new access token',
  description:
    'Answers a new access token and rotates the refresh cookie. A cookie whose successor was already used ends the session.',
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
  description: 'Ends the session of the caller: its tokens stop working at once, and the refresh cookie is cleared.',
  access: signedIn,
  idempotent: false,
})

export const me = operation({
  id: 'me',
  method: 'GET',
  path: '/api/auth/me',
  tag,
  summary: 'Show the signed-in user',
  description: 'Answers profile, addresses, organizations and mail preferences of the caller.',
  access: signedIn,
  answer: Me,
})

const personName = nullable(text({ description: 'A given or family name; null clears it.', max: maxPersonNameLength }))

export const patchMe = operation({
  id: 'patchMe',
  method: 'PATCH',
  path: '/api/auth/me',
  tag,
  summary: 'Change my profile',
  description:
    'Changes names, picture or mail preferences of the caller. Fields that are not sent stay as they are; null clears one.',
  access: signedIn,
  body: model(
    {
      first_name: optional(personName),
      last_name: optional(personName),
      avatar_url: optional(
        nullable(text({ description: 'The address of a picture; null removes it.', max: maxUrlLength })),
      ),
      mail_preferences: optional(
        described(
          model(
            { mentions: optional(boolean({ description: 'Whether mentions are mailed.' })) },
            { title: 'MailPreferencesChange' },
          ),
          'Which mails the caller wants.',
        ),
      ),
    },
    { title: 'PatchMeRequest' },
  ),
  answer: Me,
})

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/password',
  tag,
  summary: 'Set a new password',
  description:
    'Changes the password of the caller and ends their other sessions. The current password is needed, except shortly after signing in with a mailed link; 100 wrong ones an hour are allowed.',
  access: signedIn,
  body: model(
    {
      current_password: optional(
        nullable(
          described(
            givenPassword,
            'The current password; it can be left out shortly after signing in with a mailed link.',
          ),
        ),
      ),
      new_password: described(givenPassword, 'The new password.'),
    },
    { title: 'ChangePasswordRequest' },
  ),
  errors: ['invalid_credentials'],
  limit: 'password_guess',
})

export const sessions = operation({
  id: 'sessions',
  method: 'GET',
  path: '/api/auth/sessions',
  tag,
  summary: 'List my open sessions',
  description: 'Lists the open sessions of the caller, the most recently used first.',
  access: signedIn,
  query: model({
    limit: optional(
      integer({
        description: 'How many to answer at most.',
        minimum: 1,
        maximum: maxPageSize,
        default: defaultPageSize,
      }),
    ),
    cursor: optional(text({ description: 'The `next_cursor` of the page before.', max: maxCursorLength })),
  }),
  answer: model(
    {
      sessions: list(Session, { description: 'The sessions of this page.' }),
      next_cursor: nullable(
        text({ description: 'Send it as `cursor` for the next page; null: this is the last page.' }),
      ),
      has_more: boolean({ description: 'Whether there are more after this page.' }),
    },
    { title: 'SessionsResponse' },
  ),
})

export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/auth/sessions/{session_id}',
  tag,
  summary: 'End one of my sessions',
  description: 'Ends one session of the caller; its tokens stop working at once.',
  access: signedIn,
  params: model({ session_id: text({ description: 'The session.', max: maxIdLength }) }),
  errors: ['session_not_found'],
})
