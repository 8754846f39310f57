import { createHmac, generateKeyPairSync } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type IdentityProvider, type Misbehavior, startIdentityProvider } from '../../testing/identity-provider.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import {
  comeBack,
  forgetSso,
  landing,
  refusedWith,
  setUpSso,
  signedInPage,
  signOn,
  startSignOn,
} from '../../testing/single-sign-on.ts'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const signedBy =
  (change: (claims: Record<string, unknown>) => Record<string, unknown>): Misbehavior =>
  (claims, { kid, privateKey }) =>
    new SignJWT(change(claims)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)

const second = 1
const misbehaviors: [string, Misbehavior][] = [
  ['another nonce', signedBy((claims) => ({ ...claims, nonce: 'another' }))],
  ['no nonce', signedBy(({ nonce: _, ...claims }) => claims)],
  ['another issuer', signedBy((claims) => ({ ...claims, iss: 'https://accounts.google.com' }))],
  ['another audience', signedBy((claims) => ({ ...claims, aud: 'another-client' }))],
  [
    'several audiences without an authorized party',
    signedBy((claims) => ({ ...claims, aud: [claims['aud'], 'another'] })),
  ],
  ['an expired token', signedBy((claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 * second }))],
  ['a token without expiry', signedBy(({ exp: _, ...claims }) => claims)],
  ['a token without subject', signedBy(({ sub: _, ...claims }) => claims)],
  ['the algorithm none', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
  [
    'HS256 with the public key as secret',
    async (claims, { kid, jwk }) => {
      const pem = await exportSPKI((await importJWK(jwk, 'RS256', { extractable: true })) as never)
      const signed = `${encode({ alg: 'HS256', kid })}.${encode(claims)}`
      return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`
    },
  ],
  [
    'HS256 with the client secret',
    (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('a client secret')),
  ],
  [
    'a key that is not published',
    (claims, { kid }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  ],
  ['an altered token', async (claims, key) => `${await signedBy((same) => same)(claims, key)}x`],
  ['no token', () => ''],
]

onService('hostile identity provider', (app) => {
  let provider: IdentityProvider
  let orgId: string
  let providerId: string
  beforeAll(async () => {
    provider = await startIdentityProvider()
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    provider.behave()
    await forgetLimits(app)
    await forgetSso(app)
    ;({ orgId, providerId } = await setUpSso(app, provider.issuer))
  })
  const person = { sub: 'subject', email: 'ida@northwind.example' }
  const people = () => app.sql('SELECT count(*) FROM users')

  it.each(misbehaviors)('refuses %s [SSO-18]', async (_, misbehavior) => {
    const before = await people()
    provider.misbehave(misbehavior)
    expect(landing(await signOn(app, provider, providerId, person))).toEqual(refusedWith('sso_failed'))
    expect(await people()).toEqual(before)
  })

  it('refuses an answer of another issuer to the same callback [SSO-18]', async () => {
    const going = await startSignOn(app, providerId)
    const code = provider.codeFor(going.location, person)
    const parameters = { code, state: going.state, iss: 'https://accounts.google.com' }
    expect(landing(await comeBack(app, going, parameters))).toEqual(refusedWith('sso_failed'))
    expect(provider.exchanged.some((asked) => asked.get('code') === code)).toBe(false)
  })

  it('accepts a new signing key as soon as the provider publishes it, and no longer the former one [SSO-19]', async () => {
    expect(landing(await signOn(app, provider, providerId, person))).toEqual(signedInPage)
    await provider.rotateKeys()
    expect(landing(await signOn(app, provider, providerId, person))).toEqual(signedInPage)
    const going = await startSignOn(app, providerId)
    const code = provider.codeFor(going.location, person)
    let former: Parameters<Misbehavior>[1] | undefined
    provider.misbehave(async (claims, key) => {
      former = key
      await provider.rotateKeys()
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey)
    })
    expect(landing(await comeBack(app, going, { code, state: going.state }))).toEqual(refusedWith('sso_failed'))
    expect(former).toBeDefined()
  })

  describe('discovery', () => {
    const problem = async () => {
      const superadmin = await app.signIn('superadmin')
      const { status, body } = await superadmin.send('POST', `/api/orgs/${orgId}/sso/test`)
      expect(status).toBe(200)
      return body
    }
    const starts = async () => landing(await app.send('GET', `/api/auth/oidc/start?provider=${providerId}`))

    it('is tested as a sign-in would use it [SSO-20]', async () => {
      expect(await problem()).toEqual({ ok: true, problem: null })
    })

    it.each([
      [
        'redirected',
        (provider: IdentityProvider) =>
          provider.describeAs((response) => void response.writeHead(302, { location: `${provider.issuer}/x` }).end()),
      ],
      [
        'too_large',
        (provider: IdentityProvider) =>
          provider.describeAs(
            (response, document) =>
              void response
                .writeHead(200, { 'content-type': 'application/json' })
                .end(JSON.stringify({ ...document, padding: 'x'.repeat(1024 * 1024) })),
          ),
      ],
      [
        'not_found',
        (provider: IdentityProvider) => provider.describeAs((response) => void response.writeHead(404).end()),
      ],
      [
        'malformed',
        (provider: IdentityProvider) =>
          provider.describeAs(
            (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":'),
          ),
      ],
      [
        'issuer_mismatch',
        (provider: IdentityProvider) =>
          provider.describeAs(
            (response, document) =>
              void response
                .writeHead(200, { 'content-type': 'application/json' })
                .end(JSON.stringify({ ...document, issuer: 'https://accounts.google.com' })),
          ),
      ],
      [
        'insecure_endpoint',
        (provider: IdentityProvider) =>
          provider.describeAs(
            (response, document) =>
              void response
                .writeHead(200, { 'content-type': 'application/json' })
                .end(JSON.stringify({ ...document, token_endpoint: 'http://login.example/token' })),
          ),
      ],
      [
        'no_signing_algorithm',
        (provider: IdentityProvider) =>
          provider.describeAs(
            (response, document) =>
              void response
                .writeHead(200, { 'content-type': 'application/json' })
                .end(JSON.stringify({ ...document, id_token_signing_alg_values_supported: ['none', 'HS256'] })),
          ),
      ],
    ] as const)('that is wrong is named as %s, and nobody is sent there [SSO-20]', async (expected, misbehave) => {
      misbehave(provider)
      expect(await problem()).toEqual({ ok: false, problem: expected })
      expect(await starts()).toEqual(refusedWith('sso_failed'))
    })
  })
})
