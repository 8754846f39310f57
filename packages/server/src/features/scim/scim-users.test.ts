import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { openLive } from '../../testing/live-client.ts'
import { mailAfter, tokenIn } from '../../testing/mails.ts'
import { recorded } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantTeam, useUp } from '../../testing/planting.ts'
import {
  expectScimError,
  filtered,
  type IdentityProvider,
  plantIdentityProvider,
  userUrn,
} from '../../testing/provisioning.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { onTwoServices } from '../../testing/two-services.ts'

onService('SCIM users', (app) => {
  let owner: Person
  let outsider: Person
  let idp: IdentityProvider
  let other: IdentityProvider
  beforeAll(async () => {
    owner = await app.signIn('owner')
    outsider = await app.signIn('outsider')
    idp = await plantIdentityProvider(app, owner)
    other = await plantIdentityProvider(app, outsider)
  })
  beforeEach(() => forgetLimits(app))

  const memberRole = async (userId: string, orgId = idp.orgId) =>
    (
      await app.sql<{ role: string }>('SELECT role FROM org_members WHERE org_id = $1 AND user_id = $2', [
        orgId,
        userId,
      ])
    )[0]?.role
  /** Signs a person in by the link that is mailed to them. */
  const signInByLink = async (email: string): Promise<{ status: number; token: string }> => {
    const mail = await mailAfter(app, { to: email, about: 'sign-in link' }, () =>
      app.send('POST', '/api/auth/magic-link/request', { body: { email } }),
    )
    const answer = await app.send('POST', '/api/auth/magic-link/verify', { body: { token: tokenIn(mail) } })
    return { status: answer.status, token: answer.body.access_token }
  }

  it('describes itself [SCIM-1]', async () => {
    const config = await idp.send('GET', '/ServiceProviderConfig')
    expect(config).toMatchObject({
      status: 200,
      body: { patch: { supported: true }, bulk: { supported: false }, sort: { supported: false } },
    })
    expect(config.headers['content-type']).toBe('application/scim+json; charset=utf-8')
    expect((await idp.send('GET', '/ResourceTypes')).body.totalResults).toBe(2)
    expect((await idp.send('GET', '/ResourceTypes/Group')).body).toMatchObject({ endpoint: '/Groups' })
    expect((await idp.send('GET', '/Schemas')).body.Resources.map(({ id }: { id: string }) => id)).toContain(userUrn)
    expect((await idp.send('GET', `/Schemas/${userUrn}`)).body).toMatchObject({ name: 'User' })
    expectScimError(await idp.send('GET', '/Schemas/urn:x'), 404)
    expectScimError(await idp.send('GET', '/Bulk'), 404)
    expectScimError(await idp.send('POST', '/Bulk', {}), 404)
    expectScimError(await idp.send('POST', '/ServiceProviderConfig', {}), 405)
  })

  it('answers only provisioning keys [SCIM-2]', async () => {
    expectScimError(await app.send('GET', '/api/scim/v2/Users'), 401)
    expectScimError(await app.send('GET', '/api/scim/v2/Users', { token: 'dck_wrong' }), 401)
    expectScimError(await app.send('GET', '/api/scim/v2/Users', { token: owner.token }), 403)
    const { body } = await owner.send('POST', `/api/orgs/${idp.orgId}/api-keys`, { name: 'Reader', scope: 'read' })
    expectScimError(await app.send('GET', '/api/scim/v2/Users', { token: body.key }), 403)
    expect((await app.send('GET', '/api/deals', { token: idp.key })).status).toBe(403)
    const revoked = await plantIdentityProvider(app, owner)
    await app.sql(
      "UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT id FROM api_keys WHERE scope = 'provisioning' AND org_id = $1 ORDER BY created_at DESC LIMIT 1)",
      [idp.orgId],
    )
    expectScimError(await revoked.send('POST', '/Users', { schemas: [userUrn], userName: `x@${revoked.domain}` }), 401)
  })

  describe('the flow of Microsoft Entra', () => {
    it('probes, creates, updates, deactivates and reactivates a user [SCIM-3]', async () => {
      const userName = `Jane.${randomUUID().slice(0, 6)}@${idp.domain}`
      const probe = await idp.send('GET', filtered('/Users', `userName eq "${userName}"`))
      expect(probe).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [], itemsPerPage: 0 } })

      const created = await idp.send('POST', '/Users', {
        schemas: [userUrn, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
        externalId: `ext-${userName}`,
        userName,
        active: true,
        displayName: 'Jane Doe',
        emails: [{ primary: true, type: 'work', value: userName }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Jane Doe', familyName: 'Doe', givenName: 'Jane' },
        roles: [],
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Real estate' },
      })
      expect(created).toMatchObject({
        status: 201,
        body: {
          schemas: [userUrn],
          externalId: `ext-${userName}`,
          userName,
          active: true,
          displayName: 'Jane Doe',
          name: { formatted: 'Jane Doe', givenName: 'Jane', familyName: 'Doe' },
          emails: [{ value: userName.toLowerCase(), type: 'work', primary: true }],
          meta: { resourceType: 'User' },
        },
      })
      const { id, meta } = created.body
      expect(created.headers).toMatchObject({ etag: meta.version, location: meta.location })
      expect(meta.location).toMatch(new RegExp(`/api/scim/v2/Users/${id}$`))
      expect(await memberRole(id)).toBe('member')

      const found = await idp.send('GET', filtered('/Users', `userName eq "${userName.toUpperCase()}"`))
      expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] })

      const renamed = await idp.patch(
        `/Users/${id}`,
        { op: 'Replace', path: 'name.familyName', value: 'Roe' },
        { op: 'Replace', path: 'displayName', value: 'Jane Roe' },
        { op: 'Add', path: 'title', value: 'Partner' },
      )
      expect(renamed).toMatchObject({ status: 200, body: { displayName: 'Jane Roe', name: { familyName: 'Roe' } } })
      expect(renamed.body.meta.version).not.toBe(meta.version)

      const disabled = await idp.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
      expect(disabled).toMatchObject({ status: 200, body: { id, active: false } })
      expect(await memberRole(id)).toBeUndefined()
      expect((await idp.send('GET', `/Users/${id}`)).body).toMatchObject({ active: false, userName })

      const enabled = await idp.patch(`/Users/${id}`, { op: 'Replace', value: { active: 'True' } })
      expect(enabled).toMatchObject({ status: 200, body: { active: true } })
      expect(await memberRole(id)).toBe('member')
    })
  })

  describe('the flow of Okta', () => {
    it('replaces a user, deactivates by a path-less PATCH, and deletes [SCIM-3]', async () => {
      const user = await idp.createUser({ name: { givenName: 'A', familyName: 'B' } })
      const replaced = await idp.send('PUT', `/Users/${user.id}`, {
        schemas: [userUrn],
        id: user.id,
        userName: user.userName,
        name: { givenName: 'Anna', familyName: 'Berg' },
        emails: [{ primary: true, value: user.userName, type: 'work' }],
        active: true,
        groups: [],
      })
      expect(replaced).toMatchObject({ status: 200, body: { displayName: 'Anna Berg', active: true } })
      const off = await idp.patch(`/Users/${user.id}`, { op: 'replace', value: { active: false } })
      expect(off.body.active).toBe(false)
      expect((await idp.send('DELETE', `/Users/${user.id}`)).status).toBe(204)
      expectScimError(await idp.send('DELETE', `/Users/${user.id}`), 404)
      expectScimError(await idp.send('GET', `/Users/${user.id}`), 404)
      // The same person comes back, and is not a second account.
      const again = await idp.send('POST', '/Users', { schemas: [userUrn], userName: user.userName })
      expect(again).toMatchObject({ status: 201, body: { id: user.id, active: true } })
    })

    it('keeps a suspended person suspended when a PUT does not mention active', async () => {
      const user = await idp.createUser({ active: false })
      const put = await idp.send('PUT', `/Users/${user.id}`, {
        schemas: [userUrn],
        userName: user.userName,
        displayName: 'New',
      })
      expect(put).toMatchObject({ status: 200, body: { active: false, displayName: 'New' } })
      expect(await memberRole(user.id)).toBeUndefined()
    })
  })

  describe('lists', () => {
    test.each([
      'userName sw "u" and active eq true',
      'emails[type eq "work" and value ew "test"]',
      'not (externalId pr)',
      'id eq "nobody" or userName co "@"',
      'externalId eq null',
    ])('filters by %s [SCIM-6]', async (filter) => {
      await idp.createUser()
      const { status, body } = await idp.send('GET', filtered('/Users', filter))
      expect(status).toBe(200)
      expect(body.totalResults).toBeGreaterThan(0)
    })

    test.each([
      'password eq "x"',
      'displayName eq "x"',
      'userName gt "x"',
      'active co "x"',
      'userName eq 7',
      'userName eq "\\u0000"',
      'emails[emails[value eq "x"]]',
      '__proto__ eq "x"',
      'constructor pr',
      'userName eq',
    ])('refuses the filter %s with invalidFilter [SCIM-6]', async (filter) => {
      expectScimError(await idp.send('GET', filtered('/Users', filter)), 400, 'invalidFilter')
    })

    it('shows pages, at most 100, and only the attributes that are asked for', async () => {
      const all = (await idp.send('GET', '/Users?count=1000')).body
      expect(all.itemsPerPage).toBe(all.Resources.length)
      const second = (await idp.send('GET', '/Users?startIndex=2&count=1')).body
      expect(second).toMatchObject({ startIndex: 2, itemsPerPage: 1, totalResults: all.totalResults })
      expect(second.Resources[0].id).toBe(all.Resources[1].id)
      expect((await idp.send('GET', '/Users?count=0')).body).toMatchObject({ Resources: [], itemsPerPage: 0 })
      expect((await idp.send('GET', '/Users?count=-3&startIndex=-1')).body).toMatchObject({
        Resources: [],
        startIndex: 1,
      })
      const few = (await idp.send('GET', '/Users?attributes=userName,name.givenName&count=1')).body.Resources[0]
      expect(Object.keys(few).every((name) => ['schemas', 'id', 'userName', 'name'].includes(name))).toBe(true)
      const less = (await idp.send('GET', '/Users?excludedAttributes=emails,id&count=1')).body.Resources[0]
      expect(less).toMatchObject({ id: expect.any(String), userName: expect.any(String) })
      expect(less.emails).toBeUndefined()
      expectScimError(await idp.send('GET', '/Users?attributes=a&excludedAttributes=b'), 400, 'invalidValue')
      expectScimError(await idp.send('GET', '/Users?count=many'), 400, 'invalidValue')
    })
  })

  describe('what is refused', () => {
    const make = (body: unknown) => idp.send('POST', '/Users', body)

    it('refuses users whose address is not in an assigned domain [SCIM-4]', async () => {
      for (const domain of ['gmail.com', other.domain, `sub.${idp.domain}`])
        expectScimError(await make({ schemas: [userUrn], userName: `x@${domain}` }), 400, 'invalidValue')
      const emails = [{ value: 'x@gmail.com', primary: true }]
      expectScimError(await make({ schemas: [userUrn], userName: `y@${idp.domain}`, emails }), 400, 'invalidValue')
    })

    it('refuses malformed messages', async () => {
      const at = `z${randomUUID().slice(0, 6)}@${idp.domain}`
      expectScimError(await make({ userName: at }), 400, 'invalidSyntax')
      expectScimError(await make([]), 400, 'invalidSyntax')
      expectScimError(await make('{'), 400, 'invalidSyntax')
      expectScimError(await make({ schemas: [userUrn] }), 400, 'invalidValue')
      expectScimError(await make({ schemas: [userUrn], userName: 'no address' }), 400, 'invalidValue')
      expectScimError(await make({ schemas: [userUrn], userName: at, name: 'Jane' }), 400, 'invalidValue')
      expectScimError(await make({ schemas: [userUrn], userName: at, displayName: 'a<b' }), 400, 'invalidValue')
      expectScimError(await make({ schemas: [userUrn], userName: at, emails: 'x'.repeat(300) }), 400, 'invalidValue')
    })

    it('survives hostile bodies [SCIM-6]', async () => {
      const userName = `p${randomUUID().slice(0, 6)}@${idp.domain}`
      const polluting = `{"schemas":["${userUrn}"],"userName":"${userName}","__proto__":{"active":false},"name":{"__proto__":{"givenName":"X"}}}`
      const made = await make(polluting)
      expect(made).toMatchObject({ status: 201, body: { active: true } })
      expect(({} as Record<string, unknown>)['active']).toBeUndefined()
      const large = { schemas: [userUrn], userName, displayName: 'x'.repeat(1_100_000) }
      expectScimError(await make(large), 413)
      const deep = `{"schemas":["${userUrn}"],"name":${'['.repeat(5000)}${']'.repeat(5000)}}`
      expect((await make(deep)).status).toBe(400)
      const filter = `${'('.repeat(400)}a pr${')'.repeat(400)}`
      expectScimError(await idp.send('GET', filtered('/Users', filter)), 400, 'invalidFilter')
      for (const id of ['nobody', '__proto__', "' OR 1=1 --", '%00', 'x'.repeat(90)])
        expectScimError(await idp.send('GET', `/Users/${encodeURIComponent(id)}`), 404)
    })

    it('refuses a stale version with 412, and accepts the present one [SCIM-5]', async () => {
      const { id, meta, userName } = await idp.createUser()
      const put = { schemas: [userUrn], userName, displayName: 'Second' }
      const first = await idp.send('PUT', `/Users/${id}`, put, { 'if-match': meta.version })
      expect(first.status).toBe(200)
      expectScimError(await idp.send('PUT', `/Users/${id}`, put, { 'if-match': meta.version }), 412)
      expectScimError(await idp.send('DELETE', `/Users/${id}`, undefined, { 'if-match': meta.version }), 412)
      expect((await idp.send('DELETE', `/Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204)
    })

    it('limits the requests of each key', async () => {
      const [service] = await app.sql<{ id: string }>(
        "SELECT user_id AS id FROM api_keys WHERE org_id = $1 AND scope = 'provisioning' AND revoked_at IS NULL LIMIT 1",
        [idp.orgId],
      )
      await useUp(app, 'scim', service?.id ?? '')
      const answer = await idp.send('GET', '/Users')
      expectScimError(answer, 429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect((await other.send('GET', '/Users')).status).toBe(200)
    })
  })

  it('creates one user out of parallel requests for the same userName [SCIM-7]', async () => {
    const userName = `race-${randomUUID().slice(0, 6)}@${idp.domain}`
    const body = { schemas: [userUrn], userName }
    const answers = await Promise.all([1, 2, 3, 4].map(() => idp.send('POST', '/Users', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) expectScimError(answer, 409, 'uniqueness')
    expect((await app.sql('SELECT FROM user_emails WHERE email = $1', [userName])).length).toBe(1)
  })

  it('refuses a second user with the same externalId or userName', async () => {
    const { userName } = await idp.createUser({ externalId: `one-${idp.domain}` })
    const more = { schemas: [userUrn], userName: `v${randomUUID().slice(0, 6)}@${idp.domain}` }
    expectScimError(await idp.send('POST', '/Users', { ...more, externalId: `one-${idp.domain}` }), 409, 'uniqueness')
    const upper = { schemas: [userUrn], userName: userName.toUpperCase() }
    expectScimError(await idp.send('POST', '/Users', upper), 409, 'uniqueness')
  })

  describe('two organizations', () => {
    it('never shows, names or changes a person of the other one [SCIM-8]', async () => {
      const userName = `same-${randomUUID().slice(0, 6)}`
      const mine = await idp.createUser({ userName, emails: [{ value: `${userName}@${idp.domain}` }] })
      const theirs = await other.createUser({ userName, emails: [{ value: `${userName}@${other.domain}` }] })
      expect(mine.id).not.toBe(theirs.id)
      const found = await idp.send('GET', filtered('/Users', `userName eq "${userName}"`))
      expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: mine.id }] })
      const listed = JSON.stringify((await idp.send('GET', '/Users')).body)
      expect(listed).not.toContain(theirs.id)
      expect(listed).not.toContain(other.domain)
      for (const answer of [
        await idp.send('GET', `/Users/${theirs.id}`),
        await idp.send('PUT', `/Users/${theirs.id}`, { schemas: [userUrn], userName: `x@${idp.domain}` }),
        await idp.patch(`/Users/${theirs.id}`, { op: 'replace', path: 'active', value: false }),
        await idp.send('DELETE', `/Users/${theirs.id}`),
      ])
        expectScimError(answer, 404)
      expect(await memberRole(theirs.id, other.orgId)).toBe('member')
    })

    it('gives a person their account in each of them, and ends only the own membership', async () => {
      const user = await idp.createUser()
      await app.sql('UPDATE org_domains SET org_id = $1 WHERE domain = $2', [other.orgId, idp.domain])
      const joined = await other.send('POST', '/Users', { schemas: [userUrn], userName: user.userName })
      await app.sql('UPDATE org_domains SET org_id = $1 WHERE domain = $2', [idp.orgId, idp.domain])
      expect(joined).toMatchObject({ status: 201, body: { id: user.id } })
      const signedIn = await signInByLink(user.userName)
      expect((await other.send('DELETE', `/Users/${user.id}`)).status).toBe(204)
      expect(await memberRole(user.id)).toBe('member')
      expect(await memberRole(user.id, other.orgId)).toBeUndefined()
      // The account was not created there, so that its sessions go on.
      expect((await app.send('GET', '/api/auth/me', { token: signedIn.token })).status).toBe(200)
      expect((await idp.send('DELETE', `/Users/${user.id}`)).status).toBe(204)
      expect((await app.send('GET', '/api/auth/me', { token: signedIn.token })).status).toBe(401)
    })
  })

  it('does not take over an unverified claim to the address [SCIM-9]', async () => {
    const email = `claim-${randomUUID().slice(0, 6)}@${idp.domain}`
    const claimant = randomUUID()
    await app.sql(
      `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
        VALUES ($1, 'Claimant', 'active', gen_random_uuid(), '{"mentions":true}', now(), now())`,
      [claimant],
    )
    await app.sql(
      'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, created_at) VALUES ($1, $2, true, true, now())',
      [claimant, email],
    )
    await app.sql("INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, 'member', now())", [
      idp.orgId,
      claimant,
    ])
    expect((await idp.send('GET', filtered('/Users', `userName eq "${email}"`))).body.totalResults).toBe(0)
    expectScimError(await idp.send('GET', `/Users/${claimant}`), 404)
    const created = await idp.send('POST', '/Users', { schemas: [userUrn], userName: email })
    expect(created.status).toBe(201)
    expect(created.body.id).not.toBe(claimant)
  })

  it('joins as member only, whatever roles are sent, and leaves the role of a member alone', async () => {
    const user = await idp.createUser({ roles: [{ value: 'owner' }] })
    expect(await memberRole(user.id)).toBe('member')
    await app.sql("UPDATE org_members SET role = 'admin' WHERE user_id = $1", [user.id])
    await idp.patch(`/Users/${user.id}`, { op: 'add', path: 'roles', value: [{ value: 'member' }] })
    await idp.patch(`/Users/${user.id}`, { op: 'replace', path: 'displayName', value: 'Other name' })
    expect(await memberRole(user.id)).toBe('admin')
  })

  it('refuses to suspend the last owner [SCIM-10]', async () => {
    for (const answer of [
      await idp.send('DELETE', `/Users/${owner.userId}`),
      await idp.patch(`/Users/${owner.userId}`, { op: 'replace', path: 'active', value: false }),
    ]) {
      expectScimError(answer, 409)
      expect(answer.body.code).toBe('last_owner')
    }
    expect(await memberRole(owner.userId)).toBe('owner')
  })

  it('ends roles, team places, deal places and sessions at once, and keeps a way back closed [SCIM-10]', async () => {
    const user = await idp.createUser({ displayName: 'Leaver' })
    const team = await plantTeam(app, idp.orgId, [user.id])
    const deal = await plantDeal(app, {
      orgId: idp.orgId,
      members: { [owner.userId]: 'owner', [user.id]: 'commenter' },
    })
    const { token } = await signInByLink(user.userName)
    const comment = await app.send('POST', `/api/canvas/${deal}/comments`, { token, body: { content: 'Stays.' } })
    expect(comment.status).toBe(201)
    const live = await openLive(app.service.app, deal, token)
    live.say({ type: 'ping' })
    await live.hears('resumed')

    expect((await idp.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false })).status).toBe(200)
    expect([4401, 4403]).toContain((await live.closed).code)
    expect((await app.send('GET', '/api/auth/me', { token })).status).toBe(401)
    expect(await app.sql('SELECT FROM team_members WHERE team_id = $1', [team])).toEqual([])
    expect(await app.sql('SELECT FROM deal_members WHERE user_id = $1', [user.id])).toEqual([])
    const comments = await owner.get(`/api/canvas/${deal}/comments`)
    expect(JSON.stringify(comments.body)).toContain('Leaver')

    const [record] = await app.sql('SELECT suspended_at FROM scim_users WHERE user_id = $1', [user.id])
    expect(record).toEqual({ suspended_at: expect.any(Date) })
    const returned = await signInByLink(user.userName)
    const invitation = await mailAfter(app, { to: user.userName, about: 'Northwind' }, () =>
      owner.send('POST', `/api/orgs/${idp.orgId}/invitations`, { email: user.userName, role: 'member' }),
    )
    const accepted = await app.send('POST', '/api/orgs/invitations/accept', {
      token: returned.token,
      body: { token: tokenIn(invitation) },
    })
    expectRefusal(accepted, 403, 'membership_suspended')
    expect((await app.send('GET', `/api/canvas/${deal}`, { token: returned.token })).status).toBe(404)

    expect((await idp.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: true })).status).toBe(200)
    expect(await memberRole(user.id)).toBe('member')
    expect((await app.send('GET', `/api/canvas/${deal}`, { token: returned.token })).status).toBe(404)
  })

  it('writes every change into the admin log, with the key as its actor [SCIM-11]', async () => {
    const user = await idp.createUser()
    await idp.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false })
    await idp.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false })
    await idp.send('DELETE', `/Users/${user.id}`)
    const acts = (await recorded(app, idp.orgId)).filter(({ target_id }) => target_id === user.id)
    expect(acts.map(({ action }) => action)).toEqual([
      'org_member.provisioned',
      'org_member.suspended',
      'org_member.deprovisioned',
    ])
    const keys = await app.sql<{ user_id: string }>('SELECT user_id FROM api_keys WHERE org_id = $1', [idp.orgId])
    for (const { actor_id } of acts) expect(keys.map(({ user_id }) => user_id)).toContain(actor_id)
  })

  it('shows administrators what it manages and what was refused, naming no person [SCIM-11]', async () => {
    const user = await idp.createUser()
    const name = `secret-${randomUUID().slice(0, 6)}`
    expectScimError(await idp.send('POST', '/Users', { schemas: [userUrn], userName: `${name}@gmail.com` }), 400)
    const { status, body } = await owner.get(`/api/orgs/${idp.orgId}/provisioning`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      base_url: expect.stringMatching(/\/api\/scim\/v2$/),
      suspended: expect.any(Number),
      last_request_at: expect.any(String),
      refusals: expect.arrayContaining([
        { at: expect.any(String), operation: 'createScimUser', status: 400, code: 'scim_invalid_value' },
      ]),
    })
    expect(body.people).toBeGreaterThan(0)
    expect(body.refusals.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(body)).not.toContain(name)
    const { members } = (await owner.get(`/api/orgs/${idp.orgId}/members?limit=100`)).body
    const marks = members.map(({ user_id, provisioned }: { user_id: string; provisioned?: boolean }) => [
      user_id,
      provisioned,
    ])
    expect(marks).toContainEqual([user.id, true])
    expect(marks).toContainEqual([owner.userId, undefined])
    const viewer = await app.signIn('viewer')
    expectRefusal(await viewer.get(`/api/orgs/${idp.orgId}/provisioning`), 403, 'org_role_too_low')
  })

  it('lets nobody change a name that the identity provider manages [SCIM-12]', async () => {
    const user = await idp.createUser({ name: { givenName: 'Given', familyName: 'Name' } })
    const { token } = await signInByLink(user.userName)
    const change = (body: unknown) => app.send('PATCH', '/api/auth/me', { token, body })
    expectRefusal(await change({ first_name: 'Other' }), 409, 'names_managed')
    expect((await change({ first_name: 'Given' })).status).toBe(200)
    expect((await app.send('GET', '/api/auth/me', { token })).body).toMatchObject({ first_name: 'Given' })
  })

  it('changes the address of an account that it created, within the assigned domains only', async () => {
    const user = await idp.createUser()
    const next = `n${randomUUID().slice(0, 6)}@${idp.domain}`
    const moved = await idp.patch(`/Users/${user.id}`, {
      op: 'Replace',
      path: 'emails[type eq "work"].value',
      value: next,
    })
    expect(moved).toMatchObject({ status: 200, body: { userName: user.userName, emails: [{ value: next }] } })
    expect((await signInByLink(next)).status).toBe(200)
    const away = { op: 'Replace', path: 'emails[type eq "work"].value', value: 'x@gmail.com' }
    expectScimError(await idp.patch(`/Users/${user.id}`, away), 400, 'invalidValue')
    const ownersAddress = { op: 'Replace', path: 'emails', value: [{ value: `o@${idp.domain}` }] }
    expectScimError(await idp.patch(`/Users/${owner.userId}`, ownersAddress), 400, 'mutability')
  })
})

onTwoServices('member suspended by SCIM on another node', ['by PostgreSQL'], (app) => {
  it('closes the live channel [SCIM-10]', async () => {
    const owner = await app.signIn('owner')
    const editor = await app.signIn('editor')
    const url = (path: string) => `/api/scim/v2${path}`
    const [org] = (
      await app.here.database.query<{ id: string }>({
        text: "SELECT org_id AS id FROM org_members WHERE user_id = $1 AND role = 'owner'",
        values: [owner.userId],
      })
    ).rows
    const orgId = org?.id ?? ''
    const issued = await app.here.app.inject({
      method: 'POST',
      url: `/api/orgs/${orgId}/api-keys`,
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { name: 'Okta', scope: 'provisioning' },
    })
    const { key } = issued.json()
    const deal = await plantDeal(app, { orgId, members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
    const client = await openLive(app.there.app, deal, editor.token)
    client.say({ type: 'ping' })
    await client.hears('resumed')
    const headers = { authorization: `Bearer ${key}` }
    const removed = await app.here.app.inject({ method: 'DELETE', url: url(`/Users/${editor.userId}`), headers })
    expect(removed.statusCode).toBe(204)
    expect(await client.closed).toEqual({ code: 4403, reason: 'role_lost' })
  })
})
