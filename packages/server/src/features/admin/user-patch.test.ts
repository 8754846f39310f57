import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits, plantOrg, useUp } from '../../testing/planting.ts'
import { plantInviteCode, register } from '../../testing/registering.ts'
import { expectRefusal, onService, type Person, someIp } from '../../testing/service.ts'

onService('user changes by administrators', (app) => {
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
  /** A member of Northwind who can sign in. */
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

  describe('profile changes', () => {
    it('answers a profile change with the user as administrators see it', async () => {
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

    it('changes only the given fields, clears those that are null and updates the display name', async () => {
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

    it('changes and logs nothing for an empty or identical profile change', async () => {
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

    it('rejects a malformed change of a user with 422 and changes nothing [ADMIN-2]', async () => {
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

    it('writes a profile change to the admin log with before and after', async () => {
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

  describe('permissions', () => {
    it('lets organization admins, owners and superadmins change a user, and nobody else [ADMIN-1]', async () => {
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

    it('answers 404 to an administrator for a user of another organization [TENANT-7]', async () => {
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

    it('rejects a malformed profile change with 422 before it checks who the user is', async () => {
      const { id } = await member()
      expect((await patch(outsider, id, { first_name: 7 })).status).toBe(422)
    })

    it('refuses a change through an organization that is suspended or that the user has left', async () => {
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

  describe('address changes', () => {
    it('shows an address set by an administrator at once and signs in with it only after its code [ADMIN-3]', async () => {
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

    it('notifies the old address of a change by an administrator', async () => {
      const { id, email } = await member()
      const wanted = newEmail()
      await patch(owner, id, { email: wanted })
      await expect.poll(async () => (await mailsTo(email)).some((mail) => mail.includes(wanted))).toBe(true)
    })

    it('never lets the reader of a new address take over the account', async () => {
      const { id, email, token } = await member()
      const attackers = newEmail()
      await patch(owner, id, { email: attackers })
      // No sign-in link is ever mailed to the new address.
      await app.send('POST', '/api/auth/magic-link/request', { body: { email: attackers }, ip: someIp() })
      await app.send('POST', '/api/auth/magic-link/request', { body: { email }, ip: someIp() })
      await expect.poll(async () => (await mailsTo(email)).some((mail) => mail.includes('#token='))).toBe(true)
      expect((await mailsTo(attackers)).some((mail) => mail.includes('#token='))).toBe(false)
      // The code mailed to the new address is invalid in another account.
      const code = await lastCodeTo(attackers)
      const stolen = await owner.send('POST', '/api/auth/email/verify', { email: attackers, code })
      expectRefusal(stolen, 400, 'code_invalid')
      expectRefusal(await login(attackers, password), 401, 'invalid_credentials')
      expect((await login(email, password)).body.user.id).toBe(id)
      // The owner of the account can remove the new address.
      const removed = await app.send('DELETE', `/api/auth/emails/${attackers}`, { token })
      expect(removed.status).toBe(204)
      expect((await app.send('GET', '/api/auth/me', { token })).body.email).toBe(email)
    })

    it('replaces the address that can sign in when the address is changed twice before it is verified', async () => {
      const { id, email, token } = await member()
      const [first, second] = [newEmail(), newEmail()]
      await patch(owner, id, { email: first })
      await patch(owner, id, { email: second })
      const { emails } = (await app.send('GET', '/api/auth/me', { token })).body
      expect(emails.map((item: { email: string }) => item.email)).toEqual([second, email])
      await app.send('POST', '/api/auth/email/verify', {
        token,
        body: { email: second, code: await lastCodeTo(second) },
      })
      expectRefusal(await login(email, password), 401, 'invalid_credentials')
      expect((await login(second, password)).status).toBe(200)
    })

    it('restores the original state when the address is changed back', async () => {
      const { id, email, token } = await member()
      await patch(owner, id, { email: newEmail() })
      expect((await patch(owner, id, { email })).body.email).toBe(email)
      expect((await app.send('GET', '/api/auth/me', { token })).body.emails).toEqual([
        { email, verified: true, primary: true },
      ])
    })

    it('keeps an unverified address able to sign in while it is changed back and forth', async () => {
      const code = await plantInviteCode(app, { orgId: northwind })
      const { userId: id, email } = await register(app, { code, password })
      for (const wanted of [newEmail(), email, newEmail(), newEmail(), email]) {
        await forgetLimits(app)
        expect((await patch(owner, id, { email: wanted })).body.email).toBe(wanted)
        expect((await login(email, password)).body.user?.id).toBe(id)
      }
    })

    it('gives an organization admin the same answer for a taken as for a free address, and never verifies it [ADMIN-4]', async () => {
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

    it('rejects an address that another account holds with 409 for a superadmin', async () => {
      const { id, email } = await member()
      expectRefusal(await patch(superadmin, id, { email: 'outsider@example.com' }), 409, 'email_taken')
      expect((await patch(superadmin, id, {})).body.email).toBe(email)
    })

    it("refuses a new address to an admin who administers only some of the user's organizations [ADMIN-5]", async () => {
      const { id, email } = await member()
      const other = await plantOrg(app, { [id]: 'member' })
      expectRefusal(await patch(owner, id, { email: newEmail(), first_name: 'Never' }), 403, 'email_not_managed')
      expect((await patch(owner, id, {})).body).toMatchObject({ email, display_name: 'Ada Lovelace' })
      expect((await patch(owner, id, { first_name: 'Grace' })).status).toBe(200)
      expect((await patch(superadmin, id, { email: newEmail() })).status).toBe(200)
      await app.sql('DELETE FROM orgs WHERE id = $1', [other])
    })

    it('refuses to let an organization admin change the address of a superadmin', async () => {
      const { id } = await member({ is_superadmin: true })
      expectRefusal(await patch(owner, id, { email: newEmail() }), 403, 'email_not_managed')
      await app.sql('UPDATE users SET is_superadmin = false WHERE id = $1', [id])
    })

    it('allows five address changes per hour', async () => {
      const { id } = await member()
      await useUp(app, 'admin_email_change', id)
      const answer = await patch(owner, id, { email: newEmail() })
      expectRefusal(answer, 429, 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect((await patch(owner, id, { first_name: 'Grace' })).status).toBe(200)
    })
  })
})
