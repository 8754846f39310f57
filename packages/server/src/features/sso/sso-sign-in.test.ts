import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import { orgNamed } from '../../testing/org-people.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { register, someAddress } from '../../testing/registering.ts'
import { expectRefusal, onService, someIp } from '../../testing/service.ts'
import {
  callbackPath,
  comeBack,
  forgetSso,
  landing,
  personOf,
  refusedWith,
  setUpSso,
  signedInPage,
  signOn,
  startLinking,
  startSignOn,
} from '../../testing/single-sign-on.ts'

onService('single sign-on', (app) => {
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
    ;({ orgId, providerId } = await setUpSso(app, provider.issuer, { domains: ['northwind.example', 'example.com'] }))
  })

  let people = 0
  const someone = (more: Record<string, unknown> = {}) => {
    people += 1
    return { sub: `subject-${people}`, email: `person-${people}@northwind.example`, name: 'Ida Lund', ...more }
  }
  const accountsOf = (email: string) =>
    app.sql<{ user_id: string }>('SELECT user_id FROM user_emails WHERE email = $1 AND verified_at IS NOT NULL', [
      email,
    ])

  describe('the way to the provider', () => {
    it('sends the browser to the provider with PKCE, state, nonce and the exact redirect URI [SSO-1]', async () => {
      const { location, browser } = await startSignOn(app, providerId)
      const asked = Object.fromEntries(new URL(location).searchParams)
      expect(location.startsWith(`${provider.issuer}/authorize?`)).toBe(true)
      expect(asked).toMatchObject({
        client_id: 'deal-canvas',
        response_type: 'code',
        redirect_uri: `http://localhost:8080${callbackPath}`,
        scope: 'openid email profile',
        code_challenge_method: 'S256',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(browser).toMatch(/^[\w-]{43}$/)
    })

    it('binds a sign-in to the browser by a short-lived cookie that scripts cannot read [SSO-1]', async () => {
      const { headers } = await app.send('GET', `/api/auth/oidc/start?provider=${providerId}`)
      const cookie = String([headers['set-cookie']].flat().find((set) => String(set).startsWith('canvas_sso=')))
      expect(cookie).toContain('HttpOnly')
      expect(cookie).toContain('SameSite=Lax')
      expect(cookie).toContain('Path=/api/auth/oidc')
      expect(cookie).toContain('Max-Age=600')
    })

    it('answers for a domain whether single sign-on is available, the same with and without an account [SSO-2]', async () => {
      const lookUp = async (email: string) =>
        (await app.send('POST', '/api/auth/oidc/lookup', { body: { email }, ip: someIp() })).body
      const found = {
        available: true,
        provider_name: 'Northwind Capital ID',
        start_url: `/api/auth/oidc/start?provider=${providerId}`,
      }
      expect(await lookUp('owner@example.com')).toEqual(found)
      expect(await lookUp('Nobody@EXAMPLE.com ')).toEqual(found)
      expect(await lookUp('someone@elsewhere.example')).toEqual({ available: false })
      expect(await lookUp('not an address')).toEqual({ available: false })
    })

    it('sends the browser back to the sign-in page for an unknown provider and one of a suspended organization [SSO-3]', async () => {
      const start = async (id: string) => landing(await app.send('GET', `/api/auth/oidc/start?provider=${id}`))
      expect(await start('no-id')).toEqual(refusedWith('sso_unavailable'))
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [orgId])
      expect(await start(providerId)).toEqual(refusedWith('sso_unavailable'))
      await app.sql("UPDATE orgs SET status = 'active' WHERE id = $1", [orgId])
    })
  })

  describe('accounts', () => {
    it('creates an account without a password that joins the organization as member only [SSO-4]', async () => {
      const person = someone()
      const back = await signOn(app, provider, providerId, person)
      expect(landing(back)).toEqual(signedInPage)
      const me = (await (await personOf(app, back)).get('/api/auth/me')).body
      expect(me).toMatchObject({ display_name: 'Ida Lund', email: person.email, force_password_change: false })
      expect(me.emails).toEqual([expect.objectContaining({ email: person.email, verified: true })])
      expect(me.orgs).toEqual([expect.objectContaining({ org_id: orgId, role: 'member' })])
      const [row] = await app.sql('SELECT password_hash, is_superadmin FROM users WHERE id = $1', [me.id])
      expect(row).toEqual({ password_hash: null, is_superadmin: false })
      const { sessions } = (
        await (await personOf(app, await signOn(app, provider, providerId, person))).get('/api/auth/sessions')
      ).body
      expect(sessions.map((session: { provider: string }) => session.provider)).toEqual(['oidc', 'oidc'])
    })

    it('creates one account for parallel callbacks of one person [SSO-5]', async () => {
      const person = someone()
      const backs = await Promise.all(Array.from({ length: 5 }, () => signOn(app, provider, providerId, person)))
      expect(backs.map(landing)).toEqual(backs.map(() => signedInPage))
      expect(await accountsOf(person.email)).toHaveLength(1)
    })

    it('signs in to the same account after the address at the provider has changed [SSO-6]', async () => {
      const person = someone()
      const before = await personOf(app, await signOn(app, provider, providerId, person))
      const changed = { ...person, email: 'owner@example.com' }
      const after = await personOf(app, await signOn(app, provider, providerId, changed))
      expect(after.userId).toBe(before.userId)
      expect((await after.get('/api/auth/me')).body.email).toBe(person.email)
    })

    it('does not give the account of a former employee to the person who has the address now [SSO-6]', async () => {
      const former = someone()
      await signOn(app, provider, providerId, former)
      const successor = { ...former, sub: 'somebody-else' }
      expect(landing(await signOn(app, provider, providerId, successor))).toEqual(refusedWith('sso_identity_taken'))
    })

    it('links the account that verified the address when its domain is assigned [SSO-7]', async () => {
      const back = await signOn(app, provider, providerId, someone({ email: 'Editor@example.com' }))
      const editor = await app.signIn('editor')
      expect((await personOf(app, back)).userId).toBe(editor.userId)
      const { identities } = (await editor.get('/api/auth/identities')).body
      expect(identities).toEqual([expect.objectContaining({ email: 'editor@example.com', issuer: provider.issuer })])
    })

    it('does not link an account that only claims the address [SSO-8]', async () => {
      const email = `claimed-${Date.now()}@northwind.example`
      const claimant = await register(app, { email })
      const back = await signOn(app, provider, providerId, someone({ email }))
      expect(landing(back)).toEqual(signedInPage)
      expect((await personOf(app, back)).userId).not.toBe(claimant.userId)
      expect((await claimant.get('/api/auth/identities')).body.identities).toEqual([])
    })

    it('links a superadmin only from their account page [SSO-9]', async () => {
      const person = someone({ email: 'superadmin@example.com' })
      expect(landing(await signOn(app, provider, providerId, person))).toEqual(refusedWith('sso_link_first'))
      const superadmin = await app.signIn('superadmin')
      const going = await startLinking(superadmin, providerId)
      const linked = await comeBack(app, going, {
        code: provider.codeFor(going.location, person),
        state: going.state,
      })
      expect(String(linked.headers['location'])).toBe('http://localhost:8080/app/account?sso=linked')
      const back = await signOn(app, provider, providerId, person)
      expect((await personOf(app, back)).userId).toBe(superadmin.userId)
      await app.sql('DELETE FROM org_members WHERE user_id = $1', [superadmin.userId])
    })

    it.each(['suspended', 'deleted'])(
      'keeps a %s account out, also one that was linked before [SSO-10]',
      async (status) => {
        const person = someone()
        const { userId } = await personOf(app, await signOn(app, provider, providerId, person))
        await app.sql('UPDATE users SET status = $2 WHERE id = $1', [userId, status])
        expect(landing(await signOn(app, provider, providerId, person))).toEqual(refusedWith('sso_account_closed'))
        await app.sql('DELETE FROM user_identities WHERE user_id = $1', [userId])
        expect(landing(await signOn(app, provider, providerId, person))).toEqual(refusedWith('sso_account_closed'))
      },
    )

    it.each([
      ['an address that is not verified', { email_verified: false }, 'sso_email_unverified'],
      ['an address without a word on its verification', { email_verified: undefined }, 'sso_email_unverified'],
      ['a verification that is text', { email_verified: 'true' }, 'sso_email_unverified'],
      ['no address', { email: undefined }, 'sso_email_unverified'],
      [
        'an unverified address with the claim of Microsoft',
        { email_verified: undefined, xms_edov: true },
        'sso_email_unverified',
      ],
      ['a domain that is not assigned', { email: 'ida@elsewhere.example' }, 'sso_domain_not_allowed'],
      ['a subdomain of an assigned domain', { email: 'ida@mail.northwind.example' }, 'sso_domain_not_allowed'],
    ])('refuses %s [SSO-11]', async (_, claims, code) => {
      const before = await app.sql('SELECT count(*) FROM users')
      expect(landing(await signOn(app, provider, providerId, someone(claims)))).toEqual(refusedWith(code))
      expect(await app.sql('SELECT count(*) FROM users')).toEqual(before)
    })

    it('refuses a domain that is assigned to another organization [SSO-11]', async () => {
      const other = await orgNamed(app, 'Harborview Partners')
      const superadmin = await app.signIn('superadmin')
      const target =
        other === '' ? (await superadmin.send('POST', '/api/superadmin/orgs', { name: 'Second' })).body.id : other
      await superadmin.send('POST', `/api/superadmin/orgs/${target}/domains`, { domain: 'second.example' })
      const person = someone({ email: 'ida@second.example' })
      expect(landing(await signOn(app, provider, providerId, person))).toEqual(refusedWith('sso_domain_not_allowed'))
    })

    it('takes the address from the user info endpoint if the token has none [SSO-4]', async () => {
      const { sub, email } = someone()
      provider.answerUserInfo({ sub, email, email_verified: true, name: 'Ida Lund' })
      const back = await signOn(app, provider, providerId, { sub, email_verified: undefined })
      expect(landing(back)).toEqual(signedInPage)
      provider.answerUserInfo({ sub: 'somebody-else', email: 'owner@example.com', email_verified: true })
      const other = await signOn(app, provider, providerId, { sub: 'third', email_verified: undefined })
      expect(landing(other)).toEqual(refusedWith('sso_failed'))
    })

    it('asks nobody who signs in by it to change a generated password [SSO-33]', async () => {
      const person = someone()
      const { userId } = await personOf(app, await signOn(app, provider, providerId, person))
      await app.sql('UPDATE users SET force_password_change = true WHERE id = $1', [userId])
      const again = await personOf(app, await signOn(app, provider, providerId, person))
      expect((await again.get('/api/deals')).status).toBe(200)
    })

    it('does not let a removed member join again by signing in [SSO-12]', async () => {
      const person = someone()
      const { userId } = await personOf(app, await signOn(app, provider, providerId, person))
      const owner = await app.signIn('owner')
      expect((await owner.send('DELETE', `/api/orgs/${orgId}/members/${userId}`)).status).toBe(204)
      const again = await personOf(app, await signOn(app, provider, providerId, person))
      expect((await again.get('/api/auth/me')).body.orgs).toEqual([])
    })
  })

  describe('linking from the account page', () => {
    it('links an identity with another address, and unlinks it [SSO-13]', async () => {
      const viewer = await app.signIn('viewer')
      expect((await viewer.get('/api/auth/identities')).body.providers).toEqual([
        { id: providerId, name: 'Northwind Capital ID', org_name: 'Northwind Capital' },
      ])
      const person = someone()
      const going = await startLinking(viewer, providerId)
      await comeBack(app, going, { code: provider.codeFor(going.location, person), state: going.state })
      expect((await personOf(app, await signOn(app, provider, providerId, person))).userId).toBe(viewer.userId)
      const { identities, providers } = (await viewer.get('/api/auth/identities')).body
      expect(identities).toEqual([expect.objectContaining({ email: person.email, org_name: 'Northwind Capital' })])
      expect(providers).toEqual([])

      const editor = await app.signIn('editor')
      const path = `/api/auth/identities/${identities[0].id}`
      expectRefusal(await editor.send('DELETE', path), 404, 'identity_not_found')
      expect((await viewer.send('DELETE', path)).status).toBe(204)
      const after = await personOf(app, await signOn(app, provider, providerId, person))
      expect(after.userId).not.toBe(viewer.userId)
    })

    it('does not link an identity of another account, nor after the session has ended [SSO-13]', async () => {
      const person = someone()
      await signOn(app, provider, providerId, person)
      const viewer = await app.signIn('viewer')
      const link = async (claims: Record<string, unknown>) => {
        const going = await startLinking(viewer, providerId)
        return { going, parameters: { code: provider.codeFor(going.location, claims), state: going.state } }
      }
      const taken = await link(person)
      expect(landing(await comeBack(app, taken.going, taken.parameters))).toEqual({
        path: '/app/account',
        error: 'sso_identity_taken',
        isSignedIn: false,
      })
      const late = await link(someone())
      await viewer.send('POST', '/api/auth/logout')
      expect(landing(await comeBack(app, late.going, late.parameters)).error).toBe('sso_flow_invalid')
    })

    it('offers and links nothing to a person outside the organization [SSO-14]', async () => {
      const stranger = await register(app, { email: someAddress() })
      expect((await stranger.get('/api/auth/identities')).body).toEqual({ identities: [], providers: [] })
      const answer = await stranger.send('POST', '/api/auth/oidc/link', { provider_id: providerId })
      expectRefusal(answer, 400, 'sso_unavailable')
    })
  })

  describe('the way back', () => {
    it('completes a sign-in once [SSO-15]', async () => {
      const going = await startSignOn(app, providerId)
      const parameters = { code: provider.codeFor(going.location, someone()), state: going.state }
      expect(landing(await comeBack(app, going, parameters))).toEqual(signedInPage)
      expect(landing(await comeBack(app, going, parameters))).toEqual(refusedWith('sso_flow_invalid'))
    })

    it('refuses a callback in another browser, and leaves the sign-in to the browser that started it [SSO-15]', async () => {
      const going = await startSignOn(app, providerId)
      const other = await startSignOn(app, providerId)
      const parameters = { code: provider.codeFor(going.location, someone()), state: going.state }
      expect(landing(await comeBack(app, other, parameters))).toEqual(refusedWith('sso_flow_invalid'))
      expect(landing(await comeBack(app, { browser: '' }, parameters))).toEqual(refusedWith('sso_flow_invalid'))
      expect(landing(await comeBack(app, going, parameters))).toEqual(signedInPage)
    })

    it('refuses a callback after ten minutes [SSO-15]', async () => {
      const going = await startSignOn(app, providerId)
      app.advance(minutes(10))
      const parameters = { code: provider.codeFor(going.location, someone()), state: going.state }
      expect(landing(await comeBack(app, going, parameters))).toEqual(refusedWith('sso_flow_invalid'))
    })

    it('refuses an injected code of another sign-in, and a replayed one [SSO-16]', async () => {
      const victim = await startSignOn(app, providerId)
      const code = provider.codeFor(victim.location, someone())
      const attacker = await startSignOn(app, providerId)
      const injected = await comeBack(app, attacker, { code, state: attacker.state })
      expect(landing(injected)).toEqual(refusedWith('sso_failed'))
      expect(landing(await comeBack(app, victim, { code, state: victim.state }))).toEqual(refusedWith('sso_failed'))
    })

    it('says that the person canceled, without repeating what the provider wrote [SSO-17]', async () => {
      const going = await startSignOn(app, providerId)
      const back = await comeBack(app, going, { error: 'access_denied', state: going.state })
      expect(landing(back)).toEqual(refusedWith('sso_denied'))
      const second = await startSignOn(app, providerId)
      const failed = await comeBack(app, second, { error: '<script>', state: second.state })
      expect(String(failed.headers['location'])).toBe('http://localhost:8080/app/sign-in?sso_error=sso_failed')
    })

    it('answers only with pages of this app, whatever page was asked for [SSO-17]', async () => {
      const going = await startSignOn(app, providerId, 'https://evil.example/')
      const code = provider.codeFor(going.location, someone())
      const back = await comeBack(app, going, { code, state: going.state })
      expect(new URL(String(back.headers['location'])).origin).toBe('http://localhost:8080')
      expect(back.headers['cache-control']).toBe('no-store')
      expect(back.headers['referrer-policy']).toBe('no-referrer')
    })
  })
})
