import { anyone, orgRole, signedIn, superadmin } from './access.ts'
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
import {
  maxCallbackParameterLength,
  maxClientIdLength,
  maxClientSecretLength,
  maxDomainLength,
  maxGivenEmailLength,
  maxIdLength,
  maxIssuerLength,
  maxOrgDomains,
  maxProviderNameLength,
  maxScopesLength,
  maxUrlLength,
} from './sizes.ts'

const tag = 'Single sign-on'

/** Binds a sign-in to the browser that started it, for the minutes that it takes. */
export const ssoCookieName = 'canvas_sso'
/** How long a person can take at the identity provider. */
export const ssoFlowMinutes = 10

const callbackText = (description: string) => optional(text({ max: maxCallbackParameterLength, description }))

export const lookUpSso = operation({
  id: 'lookUpSso',
  method: 'POST',
  path: '/api/auth/oidc/lookup',
  tag,
  summary: 'Find the single sign-on of an address',
  description:
    'Answers whether the domain of an address is assigned to an organization with single sign-on, and where to start. Does not tell whether an account exists.',
  access: anyone,
  body: model(
    {
      email: text({ max: maxGivenEmailLength, description: 'The address.', examples: ['ada@northwind.example'] }),
    },
    { title: 'LookUpSsoRequest' },
  ),
  answer: model(
    {
      available: boolean({ description: 'Whether people with this domain can sign in by single sign-on.' }),
      provider_name: optional(
        text({ description: 'The name of the identity provider.', examples: ['Northwind Okta'] }),
      ),
      start_url: optional(text({ description: 'The path that starts the sign-in.' })),
    },
    { title: 'SsoLookup' },
  ),
  errors: ['rate_limited'],
})

export const startSso = operation({
  id: 'startSso',
  method: 'GET',
  path: '/api/auth/oidc/start',
  tag,
  summary: 'Start a single sign-on',
  description:
    'Sends the browser to the identity provider, with PKCE, state and nonce. On failure sends it to the sign-in page with `sso_error`.',
  access: anyone,
  query: model({
    provider: text({ max: maxIdLength, description: 'The provider, as the lookup answers it.' }),
    next: optional(text({ max: maxUrlLength, description: 'The page of the app to open after signing in.' })),
  }),
  status: 303,
})

export const ssoCallback = operation({
  id: 'ssoCallback',
  method: 'GET',
  path: '/api/auth/oidc/callback',
  tag,
  summary: 'Complete a single sign-on',
  description: `The redirect URI that is registered at the identity provider. Completes a sign-in once, within ${ssoFlowMinutes} minutes and in the browser that started it, sets the refresh cookie, and sends the browser to the app; on failure to the sign-in page with \`sso_error\`.`,
  access: anyone,
  query: model({
    code: callbackText('The authorization code.'),
    state: callbackText('The state that the sign-in was started with.'),
    iss: callbackText('The issuer of the answer.'),
    error: callbackText('The reason for which the provider refuses.'),
  }),
  status: 303,
})

export const LinkedIdentity = model(
  {
    id: uuid({ description: 'The link.' }),
    org_name: text({ description: 'The organization by whose provider it was linked.' }),
    issuer: text({ description: 'The identity provider.', examples: ['https://accounts.google.com'] }),
    email: text({ description: 'The address that the provider named last.' }),
    linked_at: instant({ description: 'When it was linked.' }),
    last_used_at: nullable(instant({ description: 'When it was last used to sign in; null: not yet.' })),
  },
  { title: 'LinkedIdentity' },
)
export type LinkedIdentity = Static<typeof LinkedIdentity>

export const myIdentities = operation({
  id: 'myIdentities',
  method: 'GET',
  path: '/api/auth/identities',
  tag,
  summary: 'List my linked identities',
  description:
    'Lists the identities by which the caller signs in, and the providers that they can link: those of their organizations.',
  access: signedIn,
  answer: model(
    {
      identities: list(LinkedIdentity, { description: 'What is linked.' }),
      providers: list(
        model(
          {
            id: uuid({ description: 'The provider.' }),
            name: text({ description: 'Its name.' }),
            org_name: text({ description: 'Its organization.' }),
          },
          { title: 'LinkableProvider' },
        ),
        { description: 'What can be linked.' },
      ),
    },
    { title: 'MyIdentities' },
  ),
})

export const linkIdentity = operation({
  id: 'linkIdentity',
  method: 'POST',
  path: '/api/auth/oidc/link',
  tag,
  summary: 'Link an identity to my account',
  description:
    'Answers the address at the identity provider to which the browser must go. The callback then links the identity to the account of the caller.',
  access: signedIn,
  body: model(
    { provider_id: text({ max: maxIdLength, description: 'The provider.' }) },
    { title: 'LinkIdentityRequest' },
  ),
  answer: model({ url: text({ description: 'Where the browser must go.' }) }, { title: 'LinkIdentityAnswer' }),
  idempotent: false,
  limit: 'sso_settings',
  errors: ['sso_unavailable', 'sso_failed'],
})

export const unlinkIdentity = operation({
  id: 'unlinkIdentity',
  method: 'DELETE',
  path: '/api/auth/identities/{identity_id}',
  tag,
  summary: 'Unlink an identity from my account',
  description: 'The identity no longer signs in to the account; the sessions that are open stay.',
  access: signedIn,
  params: model({ identity_id: text({ max: maxIdLength, description: 'The link.' }) }),
  errors: ['identity_not_found'],
})

const name = (max?: number) =>
  text({
    ...(max === undefined ? {} : { min: 1, max }),
    description: 'The name that people see when they sign in.',
    examples: ['Northwind Okta'],
  })
const issuer = (max?: number) =>
  text({
    ...(max === undefined ? {} : { max }),
    description: 'The issuer, exactly as its discovery document has it.',
    examples: ['https://northwind.okta.com'],
  })
const clientId = (max?: number) =>
  text({ ...(max === undefined ? {} : { min: 1, max }), description: 'The client ID at the provider.' })
const scopes = (max?: number) =>
  text({
    ...(max === undefined ? {} : { max }),
    description: 'The scopes, separated by spaces; `openid` and `email` are always asked for.',
    examples: ['openid email profile'],
  })

export const SsoSettings = model(
  {
    provider: nullable(
      model(
        {
          name: name(),
          issuer: issuer(),
          client_id: clientId(),
          scopes: scopes(),
          required: boolean({ description: 'Whether members with an address in a domain must use it.' }),
          break_glass_user_id: nullable(
            text({ description: 'The owner who can still sign in by password; null: none.' }),
          ),
          owner_signed_in: boolean({ description: 'Whether an owner has signed in by it since it was set up.' }),
        },
        { title: 'SsoProvider', description: 'The provider; null: none.' },
      ),
    ),
    domains: list(text(), { description: 'The email domains of the organization.' }),
    redirect_uri: text({ description: 'What to register as redirect URI at the provider.' }),
    version: integer({ description: 'For `If-Match`; 0: nothing is set up.', examples: [2] }),
  },
  { title: 'SsoSettings' },
)
export type SsoSettings = Static<typeof SsoSettings>

const orgParams = model({ org_id: text({ max: maxIdLength, description: 'The organization.' }) })

export const showSso = operation({
  id: 'showSso',
  method: 'GET',
  path: '/api/orgs/{org_id}/sso',
  tag,
  summary: 'Show the single sign-on of an organization',
  description: 'Answers provider, domains and the redirect URI. The client secret is never answered.',
  access: orgRole('owner'),
  params: orgParams,
  answer: SsoSettings,
})

export const putSso = operation({
  id: 'putSso',
  method: 'PUT',
  path: '/api/orgs/{org_id}/sso',
  tag,
  summary: 'Set the identity provider of an organization',
  description:
    'Sets issuer, client and scopes. The secret is stored encrypted; without one the stored secret stays, unless the issuer changes. While single sign-on is required, issuer and client cannot be changed.',
  access: orgRole('owner'),
  params: orgParams,
  body: model(
    {
      name: name(maxProviderNameLength),
      issuer: issuer(maxIssuerLength),
      client_id: clientId(maxClientIdLength),
      client_secret: optional(
        nullable(secret({ max: maxClientSecretLength, description: 'The client secret; absent: it stays.' })),
      ),
      scopes: optional(scopes(maxScopesLength)),
    },
    { title: 'PutSsoRequest' },
  ),
  answer: SsoSettings,
  ifMatch: 'required',
  limit: 'sso_settings',
  errors: ['sso_is_required'],
})

export const removeSso = operation({
  id: 'removeSso',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/sso',
  tag,
  summary: 'Remove the identity provider of an organization',
  description: 'People then sign in by password or mailed link. While single sign-on is required it is 409.',
  access: orgRole('owner'),
  params: orgParams,
  ifMatch: 'required',
  errors: ['sso_not_configured', 'sso_is_required'],
})

/** What is wrong with a provider. */
export const ssoProblems = [
  'blocked_address',
  'unreachable',
  'timeout',
  'redirected',
  'too_large',
  'not_found',
  'malformed',
  'issuer_mismatch',
  'insecure_endpoint',
  'no_signing_algorithm',
  'no_code_flow',
  'no_keys',
] as const
export type SsoProblem = (typeof ssoProblems)[number]

export const testSso = operation({
  id: 'testSso',
  method: 'POST',
  path: '/api/orgs/{org_id}/sso/test',
  tag,
  summary: 'Test the identity provider of an organization',
  description: 'Reads the discovery document and the keys of the provider as a sign-in would, and says what is wrong.',
  access: orgRole('owner'),
  params: orgParams,
  answer: model(
    {
      ok: boolean({ description: 'Whether discovery and keys can be used.' }),
      problem: nullable(oneOf(ssoProblems, { description: 'What is wrong; null: nothing.' })),
    },
    { title: 'SsoTest' },
  ),
  idempotent: false,
  limit: 'sso_settings',
  errors: ['sso_not_configured'],
})

export const requireSso = operation({
  id: 'requireSso',
  method: 'PUT',
  path: '/api/orgs/{org_id}/sso/required',
  tag,
  summary: 'Require single sign-on, or no longer',
  description:
    'Members with an address in a domain of the organization can then sign in only by it; their sessions opened by password or mailed link end. Superadmins and one named owner are exempt. An owner must have signed in by it before.',
  access: orgRole('owner'),
  params: orgParams,
  body: model(
    {
      required: boolean({ description: 'Whether it is required.' }),
      break_glass_user_id: optional(
        nullable(text({ max: maxIdLength, description: 'An owner who can still sign in by password; null: none.' })),
      ),
    },
    { title: 'RequireSsoRequest' },
  ),
  answer: SsoSettings,
  ifMatch: 'required',
  limit: 'sso_settings',
  errors: ['sso_not_configured', 'sso_untested'],
})

export const OrgDomain = model(
  {
    domain: text({ description: 'The domain.', examples: ['northwind.example'] }),
    created_at: instant({ description: 'When it was assigned.' }),
  },
  { title: 'OrgDomain' },
)
export type OrgDomain = Static<typeof OrgDomain>

export const orgDomains = operation({
  id: 'orgDomains',
  method: 'GET',
  path: '/api/superadmin/orgs/{org_id}/domains',
  tag,
  summary: 'List the email domains of an organization',
  description: `Lists the domains whose people the organization can sign in, at most ${maxOrgDomains}.`,
  access: superadmin,
  params: orgParams,
  answer: model({ domains: list(OrgDomain, { description: 'By name.' }) }, { title: 'OrgDomains' }),
  errors: ['org_not_found'],
})

export const addOrgDomain = operation({
  id: 'addOrgDomain',
  method: 'POST',
  path: '/api/superadmin/orgs/{org_id}/domains',
  tag,
  summary: 'Assign an email domain to an organization',
  description:
    'The owners of the organization can then sign in anyone with an address in it, so check that it is theirs. A domain belongs to one organization; domains of public mail providers are rejected.',
  access: superadmin,
  params: orgParams,
  body: model(
    { domain: text({ max: maxDomainLength, description: 'The domain.', examples: ['northwind.example'] }) },
    { title: 'AddOrgDomainRequest' },
  ),
  answer: OrgDomain,
  status: 201,
  errors: ['org_not_found', 'domain_taken', 'too_many_domains'],
})

export const removeOrgDomain = operation({
  id: 'removeOrgDomain',
  method: 'DELETE',
  path: '/api/superadmin/orgs/{org_id}/domains/{domain}',
  tag,
  summary: 'Take an email domain from an organization',
  description: 'Its people can no longer sign in by the single sign-on of the organization.',
  access: superadmin,
  params: model({
    org_id: text({ max: maxIdLength, description: 'The organization.' }),
    domain: text({ max: maxDomainLength, description: 'The domain.' }),
  }),
  errors: ['org_not_found', 'domain_not_found'],
})
