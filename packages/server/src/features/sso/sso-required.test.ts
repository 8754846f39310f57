import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import { mailAfter, tokenIn } from '../../testing/mails.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'
import { forgetSso, landing, personOf, setUpSso, signedInPage, signOn } from '../../testing/single-sign-on.ts'
import { demoPassword } from '../demo/demo.ts'

onService('required single sign-on', (app) => {
  let provider: IdentityProvider
  let orgId: string
  let providerId: string
  let owner: Person
  beforeAll(async () => {
    provider = await startIdentityProvider()
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    provider.behave()
    await forgetLimits(app)
    await forgetSso(app)
    ;({ orgId, providerId } = await setUpSso(app, provider.issuer, { domains: ['example.com'] }))
    owner = await app.signIn('owner')
  })

  const login = (name: string, password = demoPassword) =>
    app.send('POST', '/api/auth/login', { body: { email: `${name}@example.com`, password }, ip: someIp() })
  const version = async (): Promise<number> => {
    const [row] = await app.sql<{ version: number }>('SELECT version FROM identity_providers WHERE org_id = $1', [
      orgId,
    ])
    return row?.version ?? 0
  }
  const require = async (required: boolean, breakGlass: string | null = null) =>
    owner.send(
      'PUT',
      `/api/orgs/${orgId}/sso/required`,
      { required, break_glass_user_id: breakGlass },
      { 'if-match': `"${await version()}"` },
    )
  const signOwnerOn = () => signOn(app, provider, providerId, { sub: 'the owner', email: 'owner@example.com' })

  it('can be required once an owner has signed in by it [SSO-21]', async () => {
    expectRefusal(await require(true), 409, 'sso_untested')
    await signOn(app, provider, providerId, { sub: 'an editor', email: 'editor@example.com' })
    expectRefusal(await require(true), 409, 'sso_untested')
    expect(landing(await signOwnerOn())).toEqual(signedInPage)
    const { status, body } = await require(true)
    expect(status).toBe(200)
    expect(body.provider).toMatchObject({ required: true, owner_signed_in: true, break_glass_user_id: null })
  })

  describe('when it is required', () => {
    let before: Person
    let linked: Awaited<ReturnType<typeof personOf>>
    beforeEach(async () => {
      before = await app.signIn('viewer')
      linked = await personOf(app, await signOwnerOn())
      expect((await require(true, owner.userId)).status).toBe(200)
    })

    it('answers a correct password with 403 and a wrong one with 401 as ever [SSO-22]', async () => {
      expectRefusal(await login('viewer'), 403, 'sso_required')
      expectRefusal(await login('viewer', 'a wrong password'), 401, 'invalid_credentials')
    })

    it('answers a magic link with 403 [SSO-22]', async () => {
      const mail = await mailAfter(app, { to: 'viewer@example.com', about: 'Your Deal Canvas sign-in link' }, () =>
        app.send('POST', '/api/auth/magic-link/request', { body: { email: 'viewer@example.com' }, ip: someIp() }),
      )
      const body = { token: tokenIn(mail) }
      expectRefusal(await app.send('POST', '/api/auth/magic-link/verify', { body, ip: someIp() }), 403, 'sso_required')
    })

    it('ends sessions that were opened by password, and keeps those of single sign-on [SSO-23]', async () => {
      expectRefusal(await before.get('/api/auth/me'), 401, 'session_ended')
      expect((await linked.get('/api/auth/me')).status).toBe(200)
    })

    it('exempts superadmins and the named owner [SSO-24]', async () => {
      expect((await login('superadmin')).status).toBe(200)
      expect((await login('owner')).status).toBe(200)
      expect((await owner.get('/api/auth/me')).status).toBe(200)
    })

    it('does not concern people outside the organization, nor addresses in other domains [SSO-25]', async () => {
      expect((await login('outsider')).status).toBe(200)
      await app.sql('UPDATE org_domains SET domain = $1, spelled = $1', ['elsewhere.example'])
      expect((await login('viewer')).status).toBe(200)
    })

    it('continues no session that was opened before somebody joined [SSO-23]', async () => {
      const outsider = await app.signIn('outsider')
      await app.sql("INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, 'member', now())", [
        orgId,
        outsider.userId,
      ])
      const refreshed = await app.send('POST', '/api/auth/refresh', { cookie: outsider.cookie, ip: someIp() })
      await app.sql('DELETE FROM org_members WHERE org_id = $1 AND user_id = $2', [orgId, outsider.userId])
      expectRefusal(refreshed, 401, 'refresh_invalid')
    })

    it('ends with the exemption when the named owner is no longer an owner [SSO-24]', async () => {
      await app.sql("UPDATE org_members SET role = 'admin' WHERE org_id = $1 AND user_id = $2", [orgId, owner.userId])
      const answer = await login('owner')
      await app.sql("UPDATE org_members SET role = 'owner' WHERE org_id = $1 AND user_id = $2", [orgId, owner.userId])
      expectRefusal(answer, 403, 'sso_required')
    })

    it('fixes issuer and client, and can be switched off [SSO-26]', async () => {
      const body = { name: 'Other', issuer: provider.issuer, client_id: 'another' }
      const headers = { 'if-match': `"${await version()}"` }
      expectRefusal(await owner.send('PUT', `/api/orgs/${orgId}/sso`, body, headers), 409, 'sso_is_required')
      expectRefusal(await owner.send('DELETE', `/api/orgs/${orgId}/sso`, undefined, headers), 409, 'sso_is_required')
      expect((await require(false)).status).toBe(200)
      expect((await login('viewer')).status).toBe(200)
    })
  })
})
