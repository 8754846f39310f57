import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'

const path = '/api/superadmin/users'

onService('user management by superadmins', (app) => {
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

  describe('creating users', () => {
    it('creates a user from an address alone with a temporary password that must be changed first [ADMIN-8]', async () => {
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

    it('signs in a new user with the given password and shows no temporary password', async () => {
      const email = newEmail()
      const { body } = await create({ email: ` ${email.toUpperCase()}`.trim(), password: 'a given password' })
      expect(body).toMatchObject({ email, force_password_change: false })
      expect(body).not.toHaveProperty('temporary_password')
      expect((await login(email, 'a given password')).status).toBe(200)
    })

    it('derives the display name of a new user from the given names', async () => {
      const name = async (given: object) => (await create({ email: newEmail(), ...given })).body.display_name
      expect(await name({ display_name: ' Ada L. ', first_name: 'Ada', last_name: 'Lovelace' })).toBe('Ada L.')
      expect(await name({ first_name: 'Ada', last_name: 'Lovelace' })).toBe('Ada Lovelace')
      expect(await name({ display_name: '', first_name: null, last_name: 'King' })).toBe('King')
    })

    it('creates a superadmin when is_superadmin is set', async () => {
      const email = newEmail()
      expect((await create({ email, password: 'a given password', is_superadmin: true })).body.is_superadmin).toBe(true)
      const token = (await login(email, 'a given password')).body.access_token
      expect((await app.send('GET', path, { token })).status).toBe(200)
      await app.sql(
        'UPDATE users SET is_superadmin = false WHERE id = (SELECT user_id FROM user_emails WHERE email = $1)',
        [email],
      )
    })

    it('adds a new user to an organization with a role and a team', async () => {
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

    it('allows a new user to be created as the owner of an organization', async () => {
      const org = await plantOrg(app)
      const { body } = await create({ email: newEmail(), org_id: org, org_role: 'owner' })
      expect(body).toMatchObject({ org_id: org, org_role: 'owner' })
    })

    it('rejects an unknown organization or a team outside it with 422 and creates no user', async () => {
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

    it('reports all malformed fields of a new user in one 422', async () => {
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

    it('rejects a weak password for a new user without echoing it', async () => {
      for (const password of ['short', 'password123', 'x'.repeat(129)]) {
        const { status, body } = await create({ email: newEmail(), password })
        expect([status, body.detail[0].loc]).toEqual([422, ['body', 'password']])
        expect(JSON.stringify(body)).not.toContain(password)
      }
    })

    it('rejects a new user whose address is already held, ignoring case and including linked addresses', async () => {
      await app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, $2, false, true, now(), now())',
        [owner.userId, 'maya.private@example.net'],
      )
      for (const email of ['owner@example.com', 'Owner@Example.com', 'maya.private@example.net']) {
        expectRefusal(await create({ email }), 409, 'email_taken')
      }
    })

    it('creates one user when the same address is submitted ten times in parallel', async () => {
      const email = newEmail()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => create({ email, password: 'a given password' })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
      expect((await superadmin.get(`${path}?search=${email}`)).body.total).toBe(1)
    })

    it('answers a repeated user creation under the same Idempotency-Key without the temporary password [ADMIN-9]', async () => {
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

    it('lets only superadmins create users', async () => {
      expectRefusal(await app.send('POST', path, { body: { email: newEmail() } }), 401, 'not_authenticated')
      expectRefusal(await owner.send('POST', path, {}), 403, 'superadmin_required')
    })
  })

  describe('changing users', () => {
    const person = async (given: object = {}) => {
      const email = newEmail()
      const { body } = await create({ email, password: 'a given password', ...given })
      const signedIn = await login(email, 'a given password')
      const token: string = signedIn.body.access_token
      return { id: body.id as string, email, token, cookie: signedIn.cookie }
    }

    it.each(['suspended', 'deleted'])(
      'ends all sessions at once and refuses the sign-in of a user whose status becomes %s [ADMIN-10]',
      async (status) => {
        const { id, email, token, cookie } = await person()
        const { status: answered, body } = await change(id, { status })
        expect([answered, body]).toMatchObject([200, { id, status, is_superadmin: false }])
        expectRefusal(await app.send('GET', '/api/auth/me', { token }), 401, 'session_ended')
        expectRefusal(await app.send('POST', '/api/auth/refresh', { cookie }), 401, 'refresh_invalid')
        expectRefusal(await login(email, 'a given password'), 401, 'invalid_credentials')
      },
    )

    it.each(['suspended', 'deleted'])(
      'lets a user who is reactivated from %s sign in again, but keeps old sessions ended',
      async (status) => {
        const { id, email, token } = await person()
        await change(id, { status })
        expect((await change(id, { status: 'active' })).body.status).toBe('active')
        expect((await login(email, 'a given password')).status).toBe(200)
        expectRefusal(await app.send('GET', '/api/auth/me', { token }), 401, 'session_ended')
      },
    )

    it('removes a deleted user from organizations, teams and deals and frees the address [ADMIN-11]', async () => {
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

    it('refuses to restore a deleted user whose address another account has verified', async () => {
      const { id, email } = await person()
      await change(id, { status: 'deleted' })
      await app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, $2, false, true, now(), now())',
        [owner.userId, email],
      )
      expectRefusal(await change(id, { status: 'active' }), 409, 'email_taken')
      expect((await superadmin.get(`${path}?search=${email}&status=deleted`)).body.total).toBe(1)
    })

    it('refuses to delete the last owner of an organization with 409 [ADMIN-12]', async () => {
      const org = await plantOrg(app)
      const { id } = await person({ org_id: org, org_role: 'owner' })
      expectRefusal(await change(id, { status: 'deleted' }), 409, 'last_owner')
      expect(await app.sql('SELECT status FROM users WHERE id = $1', [id])).toEqual([{ status: 'active' }])
    })

    it('grants and revokes superadmin rights with effect from the next request', async () => {
      const { id, token } = await person()
      expectRefusal(await app.send('GET', path, { token }), 403, 'superadmin_required')
      expect((await change(id, { is_superadmin: true })).body.is_superadmin).toBe(true)
      expect((await app.send('GET', path, { token })).status).toBe(200)
      await change(id, { is_superadmin: false })
      expectRefusal(await app.send('GET', path, { token }), 403, 'superadmin_required')
    })

    it('leaves a user unchanged and logs nothing when no value changes', async () => {
      const { id } = await person()
      const { body } = await change(id, {})
      app.advance(5_000)
      expect((await change(id, { status: 'active', is_superadmin: false })).body).toEqual(body)
      const log = await superadmin.get(`/api/superadmin/admin-log?target_id=${id}&action=user.changed`)
      expect(log.body.acts).toEqual([])
    })

    it('rejects a change of an unknown user with 404 and an invalid status with 422', async () => {
      expectRefusal(await change('019a0000-0000-7000-8000-000000000000', { status: 'active' }), 404, 'user_not_found')
      expect((await change('x', {})).body.detail).toMatchObject([{ type: 'uuid_parsing', loc: ['path', 'user_id'] }])
      for (const status of ['invited', 'gone', null]) {
        expect((await change(owner.userId, { status })).body.detail[0]).toMatchObject({ loc: ['body', 'status'] })
      }
      expectRefusal(await owner.send('PATCH', `${path}/${owner.userId}`, {}), 403, 'superadmin_required')
    })
  })

  describe('last active superadmin', () => {
    it('refuses to demote, suspend or delete the last active superadmin with 409 [ADMIN-13]', async () => {
      for (const body of [{ is_superadmin: false }, { status: 'suspended' }, { status: 'deleted' }]) {
        expectRefusal(await change(superadmin.userId, body), 409, 'last_superadmin')
      }
      const other = await create({ email: newEmail(), is_superadmin: true })
      await change(other.body.id, { status: 'suspended' })
      expectRefusal(await change(superadmin.userId, { is_superadmin: false }), 409, 'last_superadmin')
      await change(other.body.id, { is_superadmin: false })
    })

    it('keeps one superadmin when two demote each other in parallel', async () => {
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

  describe('admin log', () => {
    it('records who created and changed a user, with before and after and without the password [ADMIN-14]', async () => {
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

    it('pages the admin log from the newest entry and filters it by actor and action', async () => {
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

    it('lets only superadmins read the admin log', async () => {
      expectRefusal(await owner.get('/api/superadmin/admin-log'), 403, 'superadmin_required')
      expect((await superadmin.get('/api/superadmin/admin-log?cursor=x')).status).toBe(422)
    })

    it('writes no admin log entry for an action that failed', async () => {
      const before = await app.sql('SELECT id FROM admin_log')
      await create({ email: 'owner@example.com' })
      await change(superadmin.userId, { status: 'deleted' })
      expect(await app.sql('SELECT id FROM admin_log')).toHaveLength(before.length)
    })
  })
})
