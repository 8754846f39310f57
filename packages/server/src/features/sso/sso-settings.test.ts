import { beforeEach, describe, expect, it } from 'vitest'
import { orgNamed, recorded } from '../../testing/org-people.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { forgetSso } from '../../testing/single-sign-on.ts'

const secret = 'a-very-secret-client-secret'

onService('settings of single sign-on', (app) => {
  let orgId: string
  let owner: Person
  let superadmin: Person
  beforeEach(async () => {
    await forgetLimits(app)
    await forgetSso(app)
    orgId = await orgNamed(app, 'Northwind Capital')
    owner = await app.signIn('owner')
    superadmin = await app.signIn('superadmin')
  })
  const body = (more: Record<string, unknown> = {}) => ({
    name: 'Northwind Okta',
    issuer: 'https://northwind.okta.example',
    client_id: 'deal-canvas',
    client_secret: secret,
    ...more,
  })
  const put = (sent: Record<string, unknown>, version = 0, person = owner) =>
    person.send('PUT', `/api/orgs/${orgId}/sso`, sent, { 'if-match': `"${version}"` })
  const domainsPath = () => `/api/superadmin/orgs/${orgId}/domains`

  it('stores the client secret encrypted, and answers it nowhere [SSO-27]', async () => {
    const saved = await put(body())
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual({
      provider: {
        name: 'Northwind Okta',
        issuer: 'https://northwind.okta.example',
        client_id: 'deal-canvas',
        scopes: 'openid email profile',
        required: false,
        break_glass_user_id: null,
        owner_signed_in: false,
      },
      domains: [],
      redirect_uri: 'http://localhost:8080/api/auth/oidc/callback',
      version: 1,
    })
    expect(await owner.get(`/api/orgs/${orgId}/sso`)).toMatchObject({ body: saved.body })
    const stored = await app.sql('SELECT * FROM identity_providers')
    const everywhere = JSON.stringify([saved.body, stored, await recorded(app, orgId)])
    expect(stored).toHaveLength(1)
    expect(everywhere).not.toContain(secret)
  })

  it('keeps the secret when none is sent, but not for another issuer [SSO-27]', async () => {
    await put(body())
    const { client_secret: _, ...rest } = body({ name: 'Okta' })
    const sealed = () => app.sql('SELECT sealed_secret FROM identity_providers')
    const before = await sealed()
    expect((await put(rest, 1)).status).toBe(200)
    expect(await sealed()).toEqual(before)
    const moved = await put({ ...rest, issuer: 'https://evil.example' }, 2)
    expect(moved.status).toBe(422)
    expect(moved.body.detail[0].loc).toEqual(['body', 'client_secret'])
  })

  it('lets only owners see and change the settings, each of their own organization [SSO-28]', async () => {
    await put(body())
    const path = `/api/orgs/${orgId}/sso`
    for (const name of ['editor', 'viewer']) {
      const member = await app.signIn(name)
      expectRefusal(await member.get(path), 403, 'org_role_too_low')
      expectRefusal(await put(body(), 1, member), 403, 'org_role_too_low')
      expectRefusal(await member.send('POST', `${path}/test`), 403, 'org_role_too_low')
      expectRefusal(await member.send('POST', domainsPath(), { domain: 'a.example' }), 403, 'superadmin_required')
    }
    const outsider = await app.signIn('outsider')
    expectRefusal(await outsider.get(path), 404, 'org_not_found')
    expectRefusal(await put(body(), 1, outsider), 404, 'org_not_found')
    expectRefusal(await owner.send('POST', domainsPath(), { domain: 'a.example' }), 403, 'superadmin_required')
  })

  it('rejects a change without or with a stale version [SSO-28]', async () => {
    expectRefusal(await owner.send('PUT', `/api/orgs/${orgId}/sso`, body()), 428, 'if_match_required')
    await put(body())
    expectRefusal(await put(body({ name: 'Late' })), 409, 'stale_version')
    expect((await owner.send('DELETE', `/api/orgs/${orgId}/sso`, undefined, { 'if-match': '"1"' })).status).toBe(204)
    expect((await owner.get(`/api/orgs/${orgId}/sso`)).body.provider).toBeNull()
  })

  it.each([
    'http://login.example',
    'ftp://login.example',
    'login.example',
    'https://user:password@login.example',
    'https://login.example?tenant=1',
    'https://login.example#part',
    'https://login.example/.well-known/openid-configuration',
    '',
  ])('rejects the issuer "%s" [SSO-29]', async (issuer) => {
    const answer = await put(body({ issuer }))
    expect(answer.status).toBe(422)
    expect(answer.body.detail[0].loc).toEqual(['body', 'issuer'])
  })

  it.each([
    'https://10.0.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://[fd00::1]',
    'https://100.64.0.1',
  ])('does not call the private address %s [SSO-30]', async (issuer) => {
    await put(body({ issuer }))
    const { body: tested } = await owner.send('POST', `/api/orgs/${orgId}/sso/test`)
    expect(tested).toEqual({ ok: false, problem: 'blocked_address' })
  })

  describe('domains', () => {
    it('are assigned by superadmins to one organization, normalized, and recorded [SSO-31]', async () => {
      const added = await superadmin.send('POST', domainsPath(), { domain: ' @NorthWind.Example ' })
      expect(added.status).toBe(201)
      expect(added.body.domain).toBe('northwind.example')
      expectRefusal(await superadmin.send('POST', domainsPath(), { domain: 'northwind.example' }), 409, 'domain_taken')
      const unicode = await superadmin.send('POST', domainsPath(), { domain: 'Bücher.example' })
      expect(unicode.body.domain).toBe('xn--bcher-kva.example')
      expect((await owner.get(`/api/orgs/${orgId}/sso`)).body.domains).toEqual([
        'northwind.example',
        'xn--bcher-kva.example',
      ])
      expect((await recorded(app, orgId)).at(-1)).toMatchObject({ after: { domain: 'xn--bcher-kva.example' } })
      expect((await superadmin.send('DELETE', `${domainsPath()}/northwind.example`)).status).toBe(204)
      expectRefusal(await superadmin.send('DELETE', `${domainsPath()}/northwind.example`), 404, 'domain_not_found')
      expect((await superadmin.get(domainsPath())).body.domains).toHaveLength(1)
    })

    it.each([
      'gmail.com',
      'GMAIL.com',
      'outlook.com',
      'co.uk',
      'com',
      'com.au',
      '',
      'a b.example',
      '1.2.3.4',
      '-a.example',
      'a..example',
    ])('cannot be "%s" [SSO-32]', async (domain) => {
      const answer = await superadmin.send('POST', domainsPath(), { domain })
      expect(answer.status).toBe(422)
      expect(answer.body.detail[0].loc).toEqual(['body', 'domain'])
    })
  })
})
