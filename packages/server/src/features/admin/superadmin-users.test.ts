import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'

const path = '/api/superadmin/users'

onService('users made and changed by a superadmin', (app) => {
  let superadmin: Person
  let owner: Person
  let northwind: string
  let team: string
  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    owner = await app.signIn('owner')
    const [org] = await app.sql<{ id: string }>("SELECT id FROM orgs WHERE slug = 'northwind-capital'")
    northwind = org?.id ?? ''
    const made = await owner.send('POST', `/api/orgs/${northwind}/teams`, { name: 'Real estate' })
    team = made.body.id
  })
  beforeEach(() => forgetLimits(app))

  let count = 0
  const newEmail = (): string => `made-${++count}@example.net`
  const create = (body: object, headers?: Record<string, string>) => superadmin.send('POST', path, body, headers)
  const change = (id: string, body: unknown) => superadmin.send('PATCH', `${path}/${id}`, body)
  const login = (email: string, password: string) =>
    app.send('POST', '/api/auth/login', { body: { email, password }, ip: someIp() })

  describe('made', () => {
    it('need nothing but an address; a password is generated, shown once, and must be changed first', async () => {
      const email = newEmail()
      const { status, body } = await create({ email })
      expect(status).toBe(200)
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        email,
        email_verified: true,
        display_name: email.split('@')[0],
        avatar_url: null,
        status: 'active',
        is_superadmin: false,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        force_password_change: true,
        temporary_password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/),
        org_id: null,
        org_role: null,
        team_id: null,
      })
      const signedIn = await login(email, body.temporary_password)
      expect(signedIn.body).toMatchObject({ force_password_change: true, user: { email } })
      const token = signedIn.body.access_token
      expectRefusal(await app.send('GET', '/api/orgs', { token }), 403, 'password_change_required')
      const set = { current_password: body.temporary_password, new_password: 'a word of my own' }
      expect((await app.send('POST', '/api/auth/password', { token, body: set })).status).toBe(204)
      expect((await app.send('GET', '/api/orgs', { token })).status).toBe(200)
    })

    it('with a password sign in by it, and none is shown', async () => {
      const email = newEmail()
      const { body } = await create({ email: ` ${email.toUpperCase()}`.trim(), password: 'a given password' })
      expect(body).toMatchObject({ email, force_password_change: false })
      expect(body).not.toHaveProperty('temporary_password')
      expect((await login(email, 'a given password')).status).toBe(200)
    })

    it('take their name from what is given', async () => {
      const name = async (given: object) => (await create({ email: newEmail(), ...given })).body.display_name
      expect(await name({ display_name: ' Ada L. ', first_name: 'Ada', last_name: 'Lovelace' })).toBe('Ada L.')
      expect(await name({ first_name: 'Ada', last_name: 'Lovelace' })).toBe('Ada Lovelace')
      expect(await name({ display_name: '', first_name: null, last_name: 'King' })).toBe('King')
    })

    it('are superadmins where that is said, and not otherwise', async () => {
      const email = newEmail()
      expect((await create({ email, password: 'a given password', is_superadmin: true })).body.is_superadmin).toBe(true)
      const token = (await login(email, 'a given password')).body.access_token
      expect((await app.send('GET', path, { token })).status).toBe(200)
      await app.sql(
        'UPDATE users SET is_superadmin = false WHERE id = (SELECT user_id FROM user_emails WHERE email = $1)',
        [email],
      )
    })

    it('join an organization, in a role and a team', async () => {
      const body = {
        email: newEmail(),
        password: 'a given password',
        org_id: northwind,
        org_role: 'admin',
        team_id: team,
      }
      const made = await create(body)
      expect(made.body).toMatchObject({ org_id: northwind, org_role: 'admin', team_id: team })
      const token = (await login(body.email, body.password)).body.access_token
      const me = (await app.send('GET', '/api/auth/me', { token })).body
      expect(me.orgs).toMatchObject([{ org_id: northwind, role: 'admin' }])
      const { body: members } = await owner.get(`/api/orgs/${northwind}/teams/${team}/members`)
      expect(members.members.map(({ user_id }: { user_id: string }) => user_id)).toContain(made.body.id)
      expect((await create({ email: newEmail(), org_id: northwind })).body).toMatchObject({
        org_role: 'member',
        team_id: null,
      })
    })

    it('may own the organization they join', async () => {
      const org = await plantOrg(app)
      const { body } = await create({ email: newEmail(), org_id: org, org_role: 'owner' })
      expect(body).toMatchObject({ org_id: org, org_role: 'owner' })
    })

    it('are refused for an organization or a team that does not fit, and nothing is made', async () => {
      const email = newEmail()
      const elsewhere = await plantOrg(app)
      const nowhere = '019a0000-0000-7000-8000-000000000000'
      for (const [given, field] of [
        [{ org_id: nowhere }, 'org_id'],
        [{ team_id: team }, 'team_id'],
        [{ org_id: elsewhere, team_id: team }, 'team_id'],
        [{ org_id: northwind, team_id: nowhere }, 'team_id'],
      ] as const) {
        const { status, body } = await create({ email, ...given })
        expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([422, 'value_error', ['body', field]])
      }
      expect((await superadmin.get(`${path}?search=${email}`)).body.total).toBe(0)
    })

    it('are refused for a field of the wrong form, with all failures at once', async () => {
      const { status, body } = await create({
        email: 'no address',
        display_name: 7,
        password: 8,
        is_superadmin: 'yes',
        org_id: 'x',
        org_role: 'king',
      })
      expect(status).toBe(422)
      expect(body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [loc.join('.'), type])).toEqual([
        ['body.email', 'value_error'],
        ['body.display_name', 'string_type'],
        ['body.password', 'string_type'],
        ['body.is_superadmin', 'bool_parsing'],
        ['body.org_id', 'uuid_parsing'],
        ['body.org_role', 'literal_error'],
      ])
      expect((await create({})).body.detail).toMatchObject([{ type: 'missing', loc: ['body', 'email'] }])
    })

    it('are refused a weak password, without showing it', async () => {
      for (const password of ['short', 'password123', 'x'.repeat(129)]) {
        const { status, body } = await create({ email: newEmail(), password })
        expect([status, body.detail[0].loc]).toEqual([422, ['body', 'password']])
        expect(JSON.stringify(body)).not.toContain(password)
      }
    })

    it('are refused where the address is taken, in any case, also by a linked one', async () => {
      await app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, $2, false, true, now(), now())',
        [owner.userId, 'maya.private@example.net'],
      )
      for (const email of ['owner@example.com', 'Owner@Example.com', 'maya.private@example.net']) {
        expectRefusal(await create({ email }), 409, 'email_taken')
      }
    })

    it('at once with one address are made once', async () => {
      const email = newEmail()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => create({ email, password: 'a given password' })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
      expect((await superadmin.get(`${path}?search=${email}`)).body.total).toBe(1)
    })

    it('again under the same Idempotency-Key are the same user, without the password', async () => {
      const email = newEmail()
      const headers = { 'idempotency-key': email }
      const first = await create({ email }, headers)
      const again = await create({ email }, headers)
      const { temporary_password, ...rest } = first.body
      expect(temporary_password).toMatch(/-/)
      expect([again.status, again.body]).toEqual([200, rest])
      const stored = await app.sql<{ answer: string }>('SELECT answer FROM idempotency_keys WHERE key = $1', [email])
      expect(stored).toHaveLength(1)
      expect(JSON.stringify(stored)).not.toContain(temporary_password)
    })

    it('is for superadmins alone', async () => {
      expectRefusal(await app.send('POST', path, { body: { email: newEmail() } }), 401, 'not_authenticated')
      expectRefusal(await owner.send('POST', path, {}), 403, 'superadmin_required')
    })
  })

  describe('changed', () => {
    const person = async (given: object = {}) => {
      const email = newEmail()
      const { body } = await create({ email, password: 'a given password', ...given })
      const signedIn = await login(email, 'a given password')
      const token: string = signedIn.body.access_token
      return { id: body.id as string, email, token, cookie: signedIn.cookie }
    }

    it.each(['suspended', 'deleted'])('to %s lose their sessions at once, and cannot sign in', async (status) => {
      const { id, email, token, cookie } = await person()
      const { status: answered, body } = await change(id, { status })
      expect([answered, body]).toMatchObject([200, { id, status, is_superadmin: false }])
      expectRefusal(await app.send('GET', '/api/auth/me', { token }), 401, 'session_ended')
      expectRefusal(await app.send('POST', '/api/auth/refresh', { cookie }), 401, 'refresh_invalid')
      expectRefusal(await login(email, 'a given password'), 401, 'invalid_credentials')
    })

    it.each(['suspended', 'deleted'])('back from %s sign in again, with a new session', async (status) => {
      const { id, email, token } = await person()
      await change(id, { status })
      expect((await change(id, { status: 'active' })).body.status).toBe('active')
      expect((await login(email, 'a given password')).status).toBe(200)
      expectRefusal(await app.send('GET', '/api/auth/me', { token }), 401, 'session_ended')
    })

    it('to deleted leave their organizations, teams and the deals there, and free their address', async () => {
      const { id, email } = await person({ org_id: northwind, team_id: team })
      const deal = await plantDeal(app, { orgId: northwind, members: { [id]: 'viewer' } })
      await change(id, { status: 'deleted' })
      for (const table of ['org_members', 'team_members', 'deal_members']) {
        expect(await app.sql(`SELECT 1 FROM ${table} WHERE user_id = $1`, [id])).toEqual([])
      }
      await app.sql('DELETE FROM deals WHERE id = $1', [deal])
      const successor = await create({ email, password: 'another password' })
      expect(successor.status).toBe(200)
      expect((await login(email, 'another password')).body.user.id).toBe(successor.body.id)
      expectRefusal(await login(email, 'a given password'), 401, 'invalid_credentials')
    })

    it('cannot come back while someone else has verified their address', async () => {
      const { id, email } = await person()
      await change(id, { status: 'deleted' })
      await app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, $2, false, true, now(), now())',
        [owner.userId, email],
      )
      expectRefusal(await change(id, { status: 'active' }), 409, 'email_taken')
      expect((await superadmin.get(`${path}?search=${email}&status=deleted`)).body.total).toBe(1)
    })

    it('to deleted are refused while they are the last owner of an organization', async () => {
      const org = await plantOrg(app)
      const { id } = await person({ org_id: org, org_role: 'owner' })
      expectRefusal(await change(id, { status: 'deleted' }), 409, 'last_owner')
      expect(await app.sql('SELECT status FROM users WHERE id = $1', [id])).toEqual([{ status: 'active' }])
    })

    it('become superadmins and cease to be, from the next request on', async () => {
      const { id, token } = await person()
      expectRefusal(await app.send('GET', path, { token }), 403, 'superadmin_required')
      expect((await change(id, { is_superadmin: true })).body.is_superadmin).toBe(true)
      expect((await app.send('GET', path, { token })).status).toBe(200)
      await change(id, { is_superadmin: false })
      expectRefusal(await app.send('GET', path, { token }), 403, 'superadmin_required')
    })

    it('by nothing stay as they are', async () => {
      const { id } = await person()
      const { body } = await change(id, {})
      app.advance(5_000)
      expect((await change(id, { status: 'active', is_superadmin: false })).body).toEqual(body)
      const log = await superadmin.get(`/api/superadmin/admin-log?target_id=${id}&action=user.changed`)
      expect(log.body.acts).toEqual([])
    })

    it('are refused where there is no such user, or no such status', async () => {
      expectRefusal(await change('019a0000-0000-7000-8000-000000000000', { status: 'active' }), 404, 'user_not_found')
      expect((await change('x', {})).body.detail).toMatchObject([{ type: 'uuid_parsing', loc: ['path', 'user_id'] }])
      for (const status of ['invited', 'gone', null]) {
        expect((await change(owner.userId, { status })).body.detail[0]).toMatchObject({ loc: ['body', 'status'] })
      }
      expectRefusal(await owner.send('PATCH', `${path}/${owner.userId}`, {}), 403, 'superadmin_required')
    })
  })

  describe('the last active superadmin', () => {
    it('cannot lose the role, be suspended or be deleted', async () => {
      for (const body of [{ is_superadmin: false }, { status: 'suspended' }, { status: 'deleted' }]) {
        expectRefusal(await change(superadmin.userId, body), 409, 'last_superadmin')
      }
      const other = await create({ email: newEmail(), is_superadmin: true })
      await change(other.body.id, { status: 'suspended' })
      expectRefusal(await change(superadmin.userId, { is_superadmin: false }), 409, 'last_superadmin')
      await change(other.body.id, { is_superadmin: false })
    })

    it('remains when two take the role from each other at once', async () => {
      const email = newEmail()
      const other = await create({ email, password: 'a given password', is_superadmin: true })
      const token = (await login(email, 'a given password')).body.access_token
      const answers = await Promise.all([
        change(other.body.id, { is_superadmin: false }),
        app.send('PATCH', `${path}/${superadmin.userId}`, { token, body: { is_superadmin: false } }),
      ])
      expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
      const left = await app.sql("SELECT id FROM users WHERE is_superadmin AND status = 'active'")
      expect(left).toHaveLength(1)
      await app.sql('UPDATE users SET is_superadmin = (id = $1)', [superadmin.userId])
    })
  })

  describe('the admin log', () => {
    it('tells who made and changed whom, with before and after, and no secret', async () => {
      const email = newEmail()
      const { body } = await create({ email, org_id: northwind })
      await change(body.id, { status: 'suspended' })
      const { acts } = (await superadmin.get(`/api/superadmin/admin-log?target_id=${body.id}`)).body
      const common = {
        id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        actor_id: superadmin.userId,
        actor_name: 'Sofia Kern',
        actor_email_verified: true,
        target_type: 'user',
        target_id: body.id,
      }
      expect(acts).toEqual([
        {
          ...common,
          action: 'user.changed',
          org_id: null,
          before: { status: 'active', is_superadmin: false },
          after: { status: 'suspended', is_superadmin: false },
        },
        {
          ...common,
          action: 'user.created',
          org_id: northwind,
          before: null,
          after: { email, is_superadmin: false, org_role: 'member' },
        },
      ])
      expect(JSON.stringify(acts)).not.toContain(body.temporary_password)
    })

    it('is read page by page, the newest first, narrowed by who and what', async () => {
      const read = async (query: string) => (await superadmin.get(`/api/superadmin/admin-log?${query}`)).body
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const page = await read(`limit=3&action=user.created${cursor}`)
        seen.push(...page.acts.map(({ id }: { id: string }) => id))
        expect(page.has_more).toBe(page.next_cursor !== null)
        if (!page.has_more) break
        cursor = `&cursor=${page.next_cursor}`
      }
      const whole = await read('limit=100&action=user.created')
      expect(seen).toEqual(whole.acts.map(({ id }: { id: string }) => id))
      expect(new Set(seen).size).toBe(seen.length)
      expect((await read(`actor_id=${owner.userId}&action=user.created`)).acts).toEqual([])
      expect((await read(`actor_id=${superadmin.userId}&action=user.created`)).acts.length).toBeGreaterThan(0)
    })

    it('is for superadmins alone', async () => {
      expectRefusal(await owner.get('/api/superadmin/admin-log'), 403, 'superadmin_required')
      expect((await superadmin.get('/api/superadmin/admin-log?cursor=x')).status).toBe(422)
    })

    it('keeps nothing of an act that failed', async () => {
      const before = await app.sql('SELECT id FROM admin_log')
      await create({ email: 'owner@example.com' })
      await change(superadmin.userId, { status: 'deleted' })
      expect(await app.sql('SELECT id FROM admin_log')).toHaveLength(before.length)
    })
  })
})
