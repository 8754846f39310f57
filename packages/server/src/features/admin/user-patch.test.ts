import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits, plantOrg, useUp } from '../../testing/planting.ts'
import { plantInviteCode, register } from '../../testing/registering.ts'
import { expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'

onService('users changed by an administrator', (app) => {
  let superadmin: Person
  /** An owner of Northwind. */
  let owner: Person
  let northwind: string
  let outsider: Person
  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    owner = await app.signIn('owner')
    outsider = await app.signIn('outsider')
    const [org] = await app.sql<{ id: string }>("SELECT id FROM orgs WHERE slug = 'northwind-capital'")
    northwind = org?.id ?? ''
  })
  beforeEach(() => forgetLimits(app))

  const patch = (by: Person, id: string, body: unknown) => by.send('PATCH', `/api/admin/users/${id}`, body)
  const login = (email: string, password: string) =>
    app.send('POST', '/api/auth/login', { body: { email, password }, ip: someIp() })

  let count = 0
  const newEmail = (): string => `patched-${++count}@example.net`
  const password = 'a given password'
  /** A member of Northwind, who can sign in. */
  const member = async (given: object = {}) => {
    const email = newEmail()
    const made = await superadmin.send('POST', '/api/superadmin/users', {
      email,
      password,
      first_name: 'Ada',
      last_name: 'Lovelace',
      org_id: northwind,
      ...given,
    })
    expect(made.status).toBe(200)
    const token: string = (await login(email, password)).body.access_token
    return { id: made.body.id as string, email, token }
  }
  const mailsTo = async (email: string) => (await app.mails()).filter((mail) => mail.includes(`\nTo: ${email}\n`))
  const codeIn = (mail: string | undefined): string => /^(\d{6})$/m.exec(mail ?? '')?.[1] ?? 'none'
  const lastCodeTo = async (email: string): Promise<string> => {
    await expect.poll(async () => (await mailsTo(email)).map(codeIn).at(-1)).toMatch(/^\d{6}$/)
    return codeIn((await mailsTo(email)).at(-1))
  }

  describe('their profile', () => {
    it('is answered as administrators see a user', async () => {
      const { id, email } = await member()
      const { status, body } = await patch(owner, id, { first_name: 'Grace', last_name: 'Hopper' })
      expect(status).toBe(200)
      expect(body).toEqual({
        id,
        email,
        email_verified: true,
        display_name: 'Grace Hopper',
        avatar_url: null,
        status: 'active',
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      })
    })

    it('changes in the fields that are given; null clears, and the display name follows', async () => {
      const { id } = await member()
      const steps: [change: object, name: string, picture: string | null][] = [
        [{ first_name: 'Grace' }, 'Grace Lovelace', null],
        [{ avatar_url: 'https://example.com/a.png' }, 'Grace Lovelace', 'https://example.com/a.png'],
        [{ last_name: null }, 'Grace', 'https://example.com/a.png'],
        [{ avatar_url: null, last_name: 'Hopper' }, 'Grace Hopper', null],
      ]
      for (const [change, name, picture] of steps) {
        expect((await patch(owner, id, change)).body).toMatchObject({ display_name: name, avatar_url: picture })
      }
    })

    it('by nothing stays as it is, and leaves no trace', async () => {
      const { id, email } = await member()
      const [before] = await app.sql('SELECT * FROM users WHERE id = $1', [id])
      app.advance(5_000)
      for (const body of [{}, { email: null }, { email }, { email: email.toUpperCase() }, { unknown: 1 }]) {
        const answer = await patch(owner, id, body)
        expect([answer.status, answer.body.email]).toEqual([200, email])
      }
      expect(await app.sql('SELECT * FROM users WHERE id = $1', [id])).toEqual([before])
      const log = await superadmin.get(`/api/superadmin/admin-log?target_id=${id}&action=user.profile_changed`)
      expect(log.body.acts).toEqual([])
    })

    it('is refused in the wrong form, and then nothing changes', async () => {
      const { id } = await member()
      for (const [body, field] of [
        [{ first_name: 7 }, 'first_name'],
        [{ last_name: 'x'.repeat(101) }, 'last_name'],
        [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
        [{ email: 'no address' }, 'email'],
      ] as const) {
        const answer = await patch(owner, id, { first_name: 'Never', ...body })
        expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]])
      }
      expect((await patch(owner, id, {})).body.display_name).toBe('Ada Lovelace')
      const wrong = await patch(owner, 'not-an-id', {})
      expect(wrong.body.detail).toMatchObject([{ type: 'uuid_parsing', loc: ['path', 'user_id'] }])
    })

    it('is written into the admin log with before and after', async () => {
      const { id } = await member()
      await patch(owner, id, { first_name: 'Grace' })
      const { acts } = (await superadmin.get(`/api/superadmin/admin-log?target_id=${id}`)).body
      expect(acts[0]).toMatchObject({
        action: 'user.profile_changed',
        actor_id: owner.userId,
        before: { first_name: 'Ada', display_name: 'Ada Lovelace' },
        after: { first_name: 'Grace', display_name: 'Grace Lovelace' },
      })
    })
  })

  describe('who may', () => {
    it('is an owner or an admin of an organization of theirs, or a superadmin', async () => {
      const { id } = await member()
      const admin = await member({ org_role: 'admin' })
      const byToken = (token: string) =>
        app.send('PATCH', `/api/admin/users/${id}`, { token, body: { first_name: 'Ok' } })
      for (const token of [owner.token, superadmin.token, admin.token]) expect((await byToken(token)).status).toBe(200)
      const plain = await member()
      expectRefusal(await byToken(plain.token), 403, 'admin_required')
      expectRefusal(await app.send('PATCH', `/api/admin/users/${id}`, { body: {} }), 401, 'not_authenticated')
      const self = await app.send('PATCH', `/api/admin/users/${plain.id}`, { token: plain.token, body: {} })
      expectRefusal(self, 403, 'admin_required')
    })

    it('does not see a user of another organization: the answer is that of one who does not exist', async () => {
      const { id } = await member()
      const nobody = await patch(outsider, '019a0000-0000-7000-8000-000000000000', { first_name: 'Never' })
      const foreign = await patch(outsider, id, { first_name: 'Never', email: newEmail() })
      expectRefusal(foreign, 404, 'user_not_found')
      expect(foreign.body).toEqual(nobody.body)
      expect((await patch(owner, id, {})).body.display_name).toBe('Ada Lovelace')
      for (const stranger of [superadmin.userId, outsider.userId]) {
        expectRefusal(await patch(owner, stranger, {}), 404, 'user_not_found')
      }
    })

    it('is told of a wrong form before anything about the user', async () => {
      const { id } = await member()
      expect((await patch(outsider, id, { first_name: 7 })).status).toBe(422)
    })

    it('is nobody through an organization that is closed, or that the user has left', async () => {
      const org = await plantOrg(app)
      const boss = await member({ org_id: org, org_role: 'admin' })
      const { id } = await member({ org_id: org })
      const change = () => app.send('PATCH', `/api/admin/users/${id}`, { token: boss.token, body: {} })
      expect((await change()).status).toBe(200)
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [org])
      expectRefusal(await change(), 403, 'admin_required')
      await app.sql("UPDATE orgs SET status = 'active' WHERE id = $1", [org])
      await app.sql('DELETE FROM org_members WHERE user_id = $1', [id])
      expectRefusal(await change(), 404, 'user_not_found')
    })
  })

  describe('their address', () => {
    it('shows at once, and does not sign in before its owner has entered its code', async () => {
      const { id, email, token } = await member()
      const wanted = newEmail()
      expect((await patch(owner, id, { email: wanted })).body.email).toBe(wanted)
      expect((await app.send('GET', '/api/auth/me', { token })).body).toMatchObject({
        email: wanted,
        emails: [
          { email: wanted, verified: false, primary: true },
          { email, verified: true, primary: false },
        ],
      })
      expectRefusal(await login(wanted, password), 401, 'invalid_credentials')
      expect((await login(email, password)).status).toBe(200)

      const code = await lastCodeTo(wanted)
      const verified = await app.send('POST', '/api/auth/email/verify', { token, body: { email: wanted, code } })
      expect(verified.body).toMatchObject({ success: true, emails: [{ email: wanted, verified: true, primary: true }] })
      expect(verified.body.emails).toHaveLength(1)
      expect((await login(wanted, password)).status).toBe(200)
      expectRefusal(await login(email, password), 401, 'invalid_credentials')
    })

    it('tells the old one that it was changed', async () => {
      const { id, email } = await member()
      const wanted = newEmail()
      await patch(owner, id, { email: wanted })
      await expect.poll(async () => (await mailsTo(email)).some((mail) => mail.includes(wanted))).toBe(true)
    })

    it('cannot be used to take the account over by whoever reads the new one', async () => {
      const { id, email, token } = await member()
      const attackers = newEmail()
      await patch(owner, id, { email: attackers })
      // No link is ever mailed to it, whatever is asked for.
      await app.send('POST', '/api/auth/magic-link/request', { body: { email: attackers }, ip: someIp() })
      await app.send('POST', '/api/auth/magic-link/request', { body: { email }, ip: someIp() })
      await expect.poll(async () => (await mailsTo(email)).some((mail) => mail.includes('#token='))).toBe(true)
      expect((await mailsTo(attackers)).some((mail) => mail.includes('#token='))).toBe(false)
      // The code that it did get is worth nothing in another account.
      const code = await lastCodeTo(attackers)
      const stolen = await owner.send('POST', '/api/auth/email/verify', { email: attackers, code })
      expectRefusal(stolen, 400, 'code_invalid')
      expectRefusal(await login(attackers, password), 401, 'invalid_credentials')
      expect((await login(email, password)).body.user.id).toBe(id)
      // And the owner of the account can throw it out.
      const removed = await app.send('DELETE', `/api/auth/emails/${attackers}`, { token })
      expect(removed.status).toBe(204)
      expect((await app.send('GET', '/api/auth/me', { token })).body.email).toBe(email)
    })

    it('changed twice before it is verified replaces what signs in, not what was proposed', async () => {
      const { id, email, token } = await member()
      const [first, second] = [newEmail(), newEmail()]
      await patch(owner, id, { email: first })
      await patch(owner, id, { email: second })
      const { emails } = (await app.send('GET', '/api/auth/me', { token })).body
      expect(emails.map((one: { email: string }) => one.email)).toEqual([second, email])
      await app.send('POST', '/api/auth/email/verify', {
        token,
        body: { email: second, code: await lastCodeTo(second) },
      })
      expectRefusal(await login(email, password), 401, 'invalid_credentials')
      expect((await login(second, password)).status).toBe(200)
    })

    it('changed back to the old one is as before', async () => {
      const { id, email, token } = await member()
      await patch(owner, id, { email: newEmail() })
      expect((await patch(owner, id, { email })).body.email).toBe(email)
      expect((await app.send('GET', '/api/auth/me', { token })).body.emails).toEqual([
        { email, verified: true, primary: true },
      ])
    })

    it('that was never verified can be changed to and fro, and goes on signing in', async () => {
      const code = await plantInviteCode(app, { orgId: northwind })
      const { userId: id, email } = await register(app, { code, password })
      for (const wanted of [newEmail(), email, newEmail(), newEmail(), email]) {
        await forgetLimits(app)
        expect((await patch(owner, id, { email: wanted })).body.email).toBe(wanted)
        expect((await login(email, password)).body.user?.id).toBe(id)
      }
    })

    it('that someone else has answers an organization’s admin like a free one, and never verifies', async () => {
      const { id, token } = await member()
      const free = await patch(owner, id, { email: newEmail() })
      const taken = await patch(owner, id, { email: 'outsider@example.com' })
      const shape = ({ status, body }: typeof free) => [status, { ...body, email: '', updated_at: '' }]
      expect(shape(taken)).toEqual(shape(free))
      expect(taken.body.email).toBe('outsider@example.com')
      await expect.poll(async () => (await mailsTo('outsider@example.com')).length).toBeGreaterThan(0)
      const mails = await mailsTo('outsider@example.com')
      expect(mails.map(codeIn).every((code) => code === 'none')).toBe(true)
      for (const code of ['000000', '123456']) {
        const body = { email: 'outsider@example.com', code }
        expectRefusal(await app.send('POST', '/api/auth/email/verify', { token, body }), 400, 'code_invalid')
      }
      expect((await login('outsider@example.com', 'deal-canvas-demo')).body.user.id).toBe(outsider.userId)
    })

    it('that someone else has is refused to a superadmin', async () => {
      const { id, email } = await member()
      expectRefusal(await patch(superadmin, id, { email: 'outsider@example.com' }), 409, 'email_taken')
      expect((await patch(superadmin, id, {})).body.email).toBe(email)
    })

    it('is not for an admin who administers only some of the organizations', async () => {
      const { id, email } = await member()
      const other = await plantOrg(app, { [id]: 'member' })
      expectRefusal(await patch(owner, id, { email: newEmail(), first_name: 'Never' }), 403, 'email_not_managed')
      expect((await patch(owner, id, {})).body).toMatchObject({ email, display_name: 'Ada Lovelace' })
      expect((await patch(owner, id, { first_name: 'Grace' })).status).toBe(200)
      expect((await patch(superadmin, id, { email: newEmail() })).status).toBe(200)
      await app.sql('DELETE FROM orgs WHERE id = $1', [other])
    })

    it('of a superadmin is not for an admin', async () => {
      const { id } = await member({ is_superadmin: true })
      expectRefusal(await patch(owner, id, { email: newEmail() }), 403, 'email_not_managed')
      await app.sql('UPDATE users SET is_superadmin = false WHERE id = $1', [id])
    })

    it('is changed five times in an hour at most', async () => {
      const { id } = await member()
      await useUp(app, 'admin_email_change', id)
      const answer = await patch(owner, id, { email: newEmail() })
      expectRefusal(answer, 429, 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect((await patch(owner, id, { first_name: 'Grace' })).status).toBe(200)
    })
  })
})
