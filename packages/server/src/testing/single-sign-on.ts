import { expect } from 'vitest'
import type { IdentityProvider } from './identity-provider.ts'
import { orgNamed } from './org-people.ts'
import { type Answer, type Person, someIp, type TestService } from './service.ts'

export const callbackPath = '/api/auth/oidc/callback'

/** Assigns domains to a demo organization and sets the provider up. Returns the organization. */
export const setUpSso = async (
  app: TestService,
  issuer: string,
  { org = 'Northwind Capital', domains = ['northwind.example'] }: { org?: string; domains?: string[] } = {},
): Promise<{ orgId: string; providerId: string }> => {
  const orgId = await orgNamed(app, org)
  const superadmin = await app.signIn('superadmin')
  for (const domain of domains) {
    const path = `/api/superadmin/orgs/${orgId}/domains`
    expect((await superadmin.send('POST', path, { domain })).status).toBe(201)
  }
  const body = { name: `${org} ID`, issuer, client_id: 'deal-canvas', client_secret: 'a client secret' }
  const saved = await superadmin.send('PUT', `/api/orgs/${orgId}/sso`, body, { 'if-match': '"0"' })
  expect(saved.status).toBe(200)
  const [row] = await app.sql<{ id: string }>('SELECT id FROM identity_providers WHERE org_id = $1', [orgId])
  return { orgId, providerId: row?.id ?? '' }
}

/** Removes everything that a test set up. */
export const forgetSso = async ({ sql }: TestService): Promise<void> => {
  await sql('DELETE FROM identity_providers')
  await sql('DELETE FROM org_domains')
  await sql('DELETE FROM user_identities')
}

export const ssoCookieOf = ({ headers }: Answer): string => {
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  return /^canvas_sso=([^;]+)/.exec(set.find((cookie) => cookie.startsWith('canvas_sso=')) ?? '')?.[1] ?? ''
}

export interface Going {
  /** Where the browser was sent. */
  location: string
  browser: string
  state: string
}

const goingOf = (answer: Answer, location: string): Going => ({
  location,
  browser: ssoCookieOf(answer),
  state: new URL(location).searchParams.get('state') ?? '',
})

export const startSignOn = async (app: TestService, providerId: string, next?: string): Promise<Going> => {
  const search = new URLSearchParams({ provider: providerId, ...(next === undefined ? {} : { next }) })
  const answer = await app.send('GET', `/api/auth/oidc/start?${search}`, { ip: someIp() })
  expect(answer.status).toBe(303)
  return goingOf(answer, String(answer.headers['location']))
}

export const startLinking = async (person: Person, providerId: string): Promise<Going> => {
  const answer = await person.send('POST', '/api/auth/oidc/link', { provider_id: providerId })
  expect(answer.status).toBe(200)
  return goingOf(answer, answer.body.url)
}

/** The browser comes back from the provider. */
export const comeBack = (
  app: TestService,
  { browser }: Pick<Going, 'browser'>,
  parameters: Record<string, string>,
): Promise<Answer> =>
  app.send('GET', `${callbackPath}?${new URLSearchParams(parameters)}`, {
    headers: browser === '' ? {} : { cookie: `canvas_sso=${browser}` },
    ip: someIp(),
  })

/** Signs a person in at the provider and comes back. */
export const signOn = async (
  app: TestService,
  provider: IdentityProvider,
  providerId: string,
  claims: Record<string, unknown>,
): Promise<Answer> => {
  const going = await startSignOn(app, providerId)
  return comeBack(app, going, { code: provider.codeFor(going.location, claims), state: going.state })
}

/** The page to which a callback sends the browser, and the code with which it was refused. */
export const landing = ({ status, headers, cookie }: Answer) => {
  expect(status).toBe(303)
  const url = new URL(String(headers['location']))
  return { path: url.pathname, error: url.searchParams.get('sso_error'), isSignedIn: cookie !== undefined }
}

export const refusedWith = (error: string) => ({ path: '/app/sign-in', error, isSignedIn: false })
export const signedInPage = { path: '/app/sign-in/sso', error: null, isSignedIn: true }

/** Who a callback signed in. */
export const personOf = async (app: TestService, { cookie }: Answer) => {
  const refreshed = await app.send('POST', '/api/auth/refresh', { cookie, ip: someIp() })
  expect(refreshed.status).toBe(200)
  const token: string = refreshed.body.access_token
  return {
    userId: refreshed.body.user.id as string,
    provider: refreshed.body.user.provider as string,
    token,
    get: (path: string) => app.send('GET', path, { token }),
  }
}
