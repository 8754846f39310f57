import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

onService('current user account', (app) => {
  let owner: Person
  let superadmin: Person
  beforeAll(async () => {
    owner = await app.signIn('owner')
    superadmin = await app.signIn('superadmin')
  })
  beforeEach(() => forgetLimits(app))
  const change = (body: unknown, person = owner) => person.send('PATCH', '/api/auth/me', body)

  describe('reading the account', () => {
    it('returns the name, organizations and addresses of the signed-in user', async () => {
      const { status, body } = await owner.get('/api/auth/me')
      expect(status).toBe(200)
      expect(body).toEqual({
        id: owner.userId,
        display_name: 'Maya Okafor',
        first_name: 'Maya',
        last_name: 'Okafor',
        avatar_url: null,
        email: 'owner@example.com',
        emails: [{ email: 'owner@example.com', verified: true, primary: true }],
        orgs: [
          {
            org_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            name: 'Northwind Capital',
            slug: 'northwind-capital',
            role: 'owner',
          },
        ],
        is_superadmin: false,
        has_deals: false,
        force_password_change: false,
        mail_preferences: { mentions: true },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })
    })

    it('returns only the account of the caller, and 401 without a session', async () => {
      expectRefusal(await app.send('GET', '/api/auth/me'), 401, 'not_authenticated')
      expect((await superadmin.get('/api/auth/me')).body).toMatchObject({
        id: superadmin.userId,
        is_superadmin: true,
        orgs: [],
      })
    })

    it('lists every address, verified or not, with the primary one first', async () => {
      await app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, $2, false, false, NULL, now())',
        [owner.userId, 'a-second@example.com'],
      )
      expect((await owner.get('/api/auth/me')).body.emails).toEqual([
        { email: 'owner@example.com', verified: true, primary: true },
        { email: 'a-second@example.com', verified: false, primary: false },
      ])
      await app.sql("DELETE FROM user_emails WHERE email = 'a-second@example.com'")
    })

    it('returns a null email for a user without an address', async () => {
      const viewer = await app.signIn('viewer')
      await app.sql('DELETE FROM user_emails WHERE user_id = $1', [viewer.userId])
      expect((await viewer.get('/api/auth/me')).body).toMatchObject({ email: null, emails: [] })
    })

    it('lists the active organizations of the user by name, each with the role of the user', async () => {
      const [asMember, asAdmin, gone] = [
        await plantOrg(app, { [owner.userId]: 'member' }),
        await plantOrg(app, { [owner.userId]: 'admin' }),
        await plantOrg(app, { [owner.userId]: 'admin' }),
      ]
      await app.sql("UPDATE orgs SET name = 'Alder' WHERE id = $1", [asAdmin])
      await app.sql("UPDATE orgs SET name = 'Zephyr' WHERE id = $1", [asMember])
      await app.sql("UPDATE orgs SET status = 'archived' WHERE id = $1", [gone])
      const { orgs } = (await owner.get('/api/auth/me')).body
      expect(orgs.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
        ['Alder', 'admin'],
        ['Northwind Capital', 'owner'],
        ['Zephyr', 'member'],
      ])
      await app.sql('DELETE FROM orgs WHERE id = ANY($1)', [[asMember, asAdmin, gone]])
    })

    it('reports in has_deals whether the user can see any deal', async () => {
      const deal = await plantDeal(app, { members: { [superadmin.userId]: 'viewer' } })
      expect((await superadmin.get('/api/auth/me')).body.has_deals).toBe(true)
      await app.sql('DELETE FROM deals WHERE id = $1', [deal])
      expect((await superadmin.get('/api/auth/me')).body.has_deals).toBe(false)
    })
  })

  describe('changing the account', () => {
    it('stores each former name once, even if the user changes back and forth', async () => {
      const person = await app.signIn('editor')
      for (const name of ['Ada', 'Bea', 'Ada', 'Bea', 'Ada'])
        await change({ first_name: name, last_name: 'Byron' }, person)
      const former = await app.sql<{ name: string }>(
        `SELECT data ->> 'first_name' AS name FROM security_events WHERE user_id = $1 AND kind = 'profile_changed'`,
        [person.userId],
      )
      const names = former.map(({ name }) => name)
      expect(names).toHaveLength(new Set(names).size)
      expect(names).toEqual(expect.arrayContaining(['Ada', 'Bea']))
    })

    it('answers a profile change with the same account that a later read returns', async () => {
      const { status, body } = await change({ first_name: 'Maya', last_name: 'Okafor' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ first_name: 'Maya', last_name: 'Okafor', display_name: 'Maya Okafor' })
      expect((await owner.get('/api/auth/me')).body).toEqual(body)
    })

    it('changes nothing for an empty body or unknown fields', async () => {
      const before = (await owner.get('/api/auth/me')).body
      for (const body of [
        {},
        { mail_preferences: {} },
        { unknown: 'field', is_superadmin: true, email: 'x@example.com', display_name: 'X' },
      ]) {
        const answer = await change(body)
        expect([answer.status, answer.body]).toEqual([200, before])
      }
    })

    it('derives the display name from the first and last name', async () => {
      const steps: [change: object, name: string][] = [
        [{ first_name: 'Ada' }, 'Ada Okafor'],
        [{ last_name: 'Lovelace' }, 'Ada Lovelace'],
        [{ first_name: '  Ada  ', last_name: ' King ' }, 'Ada King'],
        [{ first_name: null }, 'King'],
        [{ avatar_url: null }, 'King'],
        // If both names are cleared, the last display name stays: a user always has a name.
        [{ last_name: null }, 'King'],
        [{ first_name: '   ' }, 'King'],
        [{ first_name: 'Maya', last_name: 'Okafor' }, 'Maya Okafor'],
      ]
      for (const [given, name] of steps) expect([given, (await change(given)).body.display_name]).toEqual([given, name])
      const signedIn = await app.signIn('owner')
      expect((await signedIn.get('/api/auth/me')).body.display_name).toBe('Maya Okafor')
    })

    it('keeps the fields that are missing from a profile change and clears those that are null', async () => {
      await change({ first_name: 'Maya', last_name: 'Okafor', avatar_url: 'https://example.com/a.png' })
      expect((await change({ last_name: null })).body).toMatchObject({
        first_name: 'Maya',
        last_name: null,
        avatar_url: 'https://example.com/a.png',
      })
      expect((await change({ avatar_url: null })).body).toMatchObject({ first_name: 'Maya', avatar_url: null })
    })

    it('accepts only http and https addresses as a profile picture', async () => {
      for (const url of ['https://example.com/a.png?x=1#y', 'http://localhost:3000/a']) {
        expect((await change({ avatar_url: url })).body.avatar_url).toBe(url)
      }
      expect((await change({ avatar_url: '  ' })).body.avatar_url).toBeNull()
      for (const url of [
        'javascript:alert(1)',
        'data:image/png;base64,AAAA',
        'file:///etc/passwd',
        '//example.com/a.png',
        'a.png',
        'ftp://example.com',
      ]) {
        const { status, body } = await change({ avatar_url: url, first_name: 'Never' })
        expect(status).toBe(422)
        const reason = 'Picture must be an http or https URL'
        expect(body.detail).toEqual([
          {
            type: 'value_error',
            loc: ['body', 'avatar_url'],
            msg: `Value error, ${reason}`,
            input: url,
            ctx: { error: reason },
          },
        ])
      }
      expect((await owner.get('/api/auth/me')).body.first_name).not.toBe('Never')
    })

    it('stores mail preferences and keeps them when other fields change', async () => {
      expect((await change({ mail_preferences: { mentions: false } })).body.mail_preferences).toEqual({
        mentions: false,
      })
      expect((await change({ first_name: 'Maya' })).body.mail_preferences).toEqual({ mentions: false })
      expect((await change({ mail_preferences: { mentions: true } })).body.mail_preferences).toEqual({ mentions: true })
    })

    it('reports all fields of a wrong type or length in one 422', async () => {
      const { status, body } = await change({
        first_name: 'x'.repeat(101),
        last_name: 7,
        avatar_url: `https://example.com/${'x'.repeat(2000)}`,
        mail_preferences: { mentions: 'yes' },
      })
      expect(status).toBe(422)
      expect(body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc.join('.')])).toEqual([
        ['string_too_long', 'body.first_name'],
        ['string_type', 'body.last_name'],
        ['string_too_long', 'body.avatar_url'],
        ['bool_parsing', 'body.mail_preferences.mentions'],
      ])
      expect((await change({ mail_preferences: null })).status).toBe(422)
      expect((await change({ first_name: 'a\0b' })).status).toBe(422)
      for (const first_name of ['a\nb', 'a\u202eb', '<b>']) {
        expect((await change({ first_name })).body.detail[0]).toMatchObject({
          type: 'value_error',
          loc: ['body', 'first_name'],
        })
      }
    })

    it('limits the length of a name by characters, not bytes', async () => {
      const name = '😀'.repeat(100)
      expect((await change({ first_name: name })).body.first_name).toBe(name)
      expect((await change({ first_name: `${name}x` })).status).toBe(422)
    })

    it('keeps all of several profile changes made in parallel', async () => {
      await Promise.all([
        change({ first_name: 'One' }),
        change({ mail_preferences: { mentions: false } }),
        change({ last_name: 'Two' }),
      ])
      expect((await owner.get('/api/auth/me')).body).toMatchObject({
        first_name: 'One',
        last_name: 'Two',
        display_name: 'One Two',
        mail_preferences: { mentions: false },
      })
    })
  })
})
