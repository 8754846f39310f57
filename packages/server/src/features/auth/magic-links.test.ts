import { beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { digestOf } from '../../platform/digest.ts'
import { codeIn, mailAfter, mailsTo, tokenIn } from '../../testing/mails.ts'
import { forgetLimits, useUp } from '../../testing/planting.ts'
import { goodPassword, register, someAddress } from '../../testing/registering.ts'
import { type Answer, expectRefusal, onService, someIp } from '../../testing/service.ts'
import { createMagicLinksStore } from './magic-links.store.ts'

const log: string[] = []
const linkMail = 'Your Deal Canvas sign-in link'

onService(
  'magic links',
  (app) => {
    beforeEach(() => forgetLimits(app))

    const request = (email: string, ip = someIp()) =>
      app.send('POST', '/api/auth/magic-link/request', { body: { email }, ip })
    const open = (token: string, path = '/api/auth/magic-link/verify', ip = someIp()) =>
      app.send('POST', path, { body: { token }, ip })
    const mailFor = (email: string) => mailAfter(app, { to: email, about: linkMail }, () => request(email))
    const tokenFor = async (email: string): Promise<string> => tokenIn(await mailFor(email))
    const verified = async (email = someAddress()) => {
      const person = await register(app, { email })
      const code = codeIn(person.welcome)
      expect((await person.send('POST', '/api/auth/email/verify', { email, code })).status).toBe(200)
      return person
    }
    const shown = ({ status, body, headers }: Answer) => ({
      status,
      body,
      headers: { ...headers, date: '', 'x-request-id': '' },
    })

    describe('requesting a link', () => {
      it('mails a magic link as plain text and HTML with its token in the fragment', async () => {
        const mail = await mailFor('owner@example.com')
        const link = `http://localhost:8080/app/sign-in/link#token=${tokenIn(mail)}`
        expect(tokenIn(mail)).toMatch(/^[\w-]{43}$/)
        expect(mail.text).toContain(`Sign in: ${link}\n`)
        expect(mail.html).toContain(`<a href="${link}">Sign in</a>`)
        expect(mail.text).toContain('15 minutes')
      })

      it('answers every request for a magic link alike, and mails it only to verified addresses of active accounts [AUTH-10]', async () => {
        const [unknown, claimed] = [someAddress(), (await register(app)).email]
        const person = await verified()
        await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [person.userId])
        const answers = [
          await request(unknown),
          await request(claimed),
          await request(person.email),
          await request('  Viewer@Example.com '),
        ]
        const [first] = answers
        expect([first?.status, first?.body]).toEqual([
          202,
          { message: 'If the address belongs to an account, a link is on its way' },
        ])
        for (const answer of answers) expect(shown(answer)).toEqual(first && shown(first))
        await mailFor('viewer@example.com')
        for (const email of [unknown, claimed, person.email]) {
          const subjects = (await mailsTo(app, email)).map(({ subject }) => subject)
          expect(subjects).not.toContain(linkMail)
        }
        const rows = await app.sql('SELECT email, user_id FROM magic_links WHERE email = ANY($1) ORDER BY user_id', [
          [unknown, claimed, person.email],
        ])
        expect(rows.map(({ user_id }) => user_id)).toEqual([null, null, null])
      })

      it('stores only a hash of the magic link token', async () => {
        const token = await tokenFor('owner@example.com')
        const rows = await app.sql('SELECT * FROM magic_links WHERE email = $1', ['owner@example.com'])
        expect(rows.length).toBeGreaterThan(0)
        expect(JSON.stringify(rows)).not.toContain(token)
        expect(rows).toContainEqual(expect.objectContaining({ token_hash: digestOf(token) }))
      })

      it('rejects the sixth request within an hour for a magic link to one address with 429 [AUTH-11]', async () => {
        for (const email of ['editor@example.com', someAddress()]) {
          for (let n = 0; n < 5; n++) expect((await request(email)).status).toBe(202)
          const refused = await request(email.toUpperCase())
          expectRefusal(refused, 429, 'rate_limited')
          expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
        }
      })

      it('limits magic link requests per network', async () => {
        await useUp(app, 'magic_link_address', '2001:db8:1:2::/64')
        expectRefusal(await request(someAddress(), '2001:db8:1:2::77'), 429, 'rate_limited')
        expect((await request(someAddress(), '2001:db8:1:3::77')).status).toBe(202)
      })

      it('rejects a magic link request without a valid address with 422', async () => {
        for (const body of [{}, { email: 'nobody' }, { email: null }]) {
          const { status } = await app.send('POST', '/api/auth/magic-link/request', { body })
          expect(status).toBe(422)
        }
      })
    })

    describe('opening a link', () => {
      it.each(['/api/auth/magic-link/verify', '/auth/magic-link/verify'])(
        'signs in with a magic link at %s',
        async (path) => {
          const owner = await app.signIn('owner')
          const { status, body, cookie, headers } = await open(await tokenFor('owner@example.com'), path)
          expect(status).toBe(200)
          expect(body).toEqual({
            access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
            user: {
              id: owner.userId,
              display_name: 'Maya Okafor',
              email: 'owner@example.com',
              avatar_url: '',
              provider: 'magic_link',
            },
            expires_in_minutes: 60,
            has_deals: expect.any(Boolean),
            force_password_change: false,
            analytics_visitor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          })
          expect(headers['cache-control']).toBe('no-store')
          expect((await app.send('GET', '/api/auth/me', { token: body.access_token })).body.id).toBe(owner.userId)
          expect((await app.send('POST', '/api/auth/refresh', { cookie })).body.user.provider).toBe('magic_link')
        },
      )

      it('returns the address that the magic link was sent to', async () => {
        const person = await verified()
        const second = someAddress()
        const mail = await mailAfter(app, { to: second, about: 'code' }, () =>
          person.send('POST', '/api/auth/email/request', { email: second }),
        )
        await person.send('POST', '/api/auth/email/verify', { email: second, code: codeIn(mail) })
        const { body } = await open(await tokenFor(second))
        expect([body.user.id, body.user.email]).toEqual([person.userId, second])
      })

      it('accepts a magic link once, even when fifty requests use it at the same time [AUTH-12]', async () => {
        const token = await tokenFor('commenter@example.com')
        const answers = await Promise.all(Array.from({ length: 50 }, () => open(token)))
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(answers.filter(({ status, body }) => status === 400 && body.code === 'link_invalid')).toHaveLength(49)
        expectRefusal(await open(token), 400, 'link_invalid')
      })

      it('rejects a magic link after fifteen minutes [AUTH-13]', async () => {
        const [early, late] = [await tokenFor('owner@example.com'), await tokenFor('owner@example.com')]
        app.advance(minutes(14) + 30_000)
        expect((await open(early)).status).toBe(200)
        app.advance(minutes(1))
        expectRefusal(await open(late), 400, 'link_invalid')
      })

      it('answers every invalid magic link alike', async () => {
        const used = await tokenFor('owner@example.com')
        await open(used)
        await request('nobody-at-all@example.com')
        const [row] = await app.sql<{ token_hash: string }>('SELECT token_hash FROM magic_links WHERE user_id IS NULL')
        const answers = [used, '', 'x', 'x'.repeat(200), row?.token_hash ?? ''].map((token) => open(token))
        for (const answer of await Promise.all(answers)) {
          expectRefusal(answer, 400, 'link_invalid')
          expect([answer.headers['cache-control'], answer.cookie]).toEqual(['no-store', undefined])
        }
        const tooLong = await open(`secret-${'x'.repeat(200)}`)
        expect([tooLong.status, JSON.stringify(tooLong.body).includes('secret-')]).toEqual([422, false])
      })

      it('rejects magic links from a network that guessed too often on either path, without counting valid links', async () => {
        const paths = ['/api/auth/magic-link/verify', '/auth/magic-link/verify']
        const ip = someIp()
        const token = await tokenFor('owner@example.com')
        expect((await open(token, paths[0], ip)).status).toBe(200)
        for (let n = 0; n < 100; n++) expectRefusal(await open(`wrong-${n}`, paths[n % 2], ip), 400, 'link_invalid')
        const other = await tokenFor('owner@example.com')
        for (const path of paths) expectRefusal(await open(other, path, ip), 429, 'rate_limited')
        expect((await open(other)).status).toBe(200)
      })

      it('rejects a magic link when its address is no longer verified or its user cannot sign in', async () => {
        const person = await verified()
        const [first, second] = [await tokenFor(person.email), await tokenFor(person.email)]
        await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [person.userId])
        expectRefusal(await open(first), 400, 'link_invalid')
        await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [person.userId])
        expectRefusal(await open(first), 400, 'link_invalid')
        await app.sql('UPDATE user_emails SET verified_at = NULL WHERE email = $1', [person.email])
        expectRefusal(await open(second), 400, 'link_invalid')
        const sessions = await app.sql("SELECT 1 FROM sessions WHERE user_id = $1 AND provider = 'magic_link'", [
          person.userId,
        ])
        expect(sessions).toEqual([])
      })

      it("counts opening a magic link toward the user's write limit", async () => {
        const person = await verified()
        const token = await tokenFor(person.email)
        await useUp(app, 'write', person.userId)
        expectRefusal(await open(token), 429, 'rate_limited')
        await forgetLimits(app)
        expect((await open(token)).status).toBe(200)
      })

      it('lets a user set a forgotten password for fifteen minutes after a magic link', async () => {
        const person = await verified()
        const change = (token: string, new_password: string) =>
          app.send('POST', '/api/auth/password', { token, body: { new_password } })
        const { body } = await open(await tokenFor(person.email))
        expect((await change(person.token, 'never-to-be-used')).status).toBe(422)
        expect((await change(body.access_token, 'after-forgetting-it')).status).toBe(204)
        const login = (password: string) =>
          app.send('POST', '/api/auth/login', { body: { email: person.email, password }, ip: someIp() })
        expect((await login('after-forgetting-it')).status).toBe(200)
        expectRefusal(await login(goodPassword), 401, 'invalid_credentials')
        app.advance(minutes(16))
        expect((await change(body.access_token, 'once-too-often')).status).toBe(422)
      })
    })

    it('sweeps magic links only after they have expired', async () => {
      const kept = await tokenFor('owner@example.com')
      const [row] = await app.sql<{ expires_at: Date }>('SELECT expires_at FROM magic_links WHERE token_hash = $1', [
        digestOf(kept),
      ])
      await createMagicLinksStore(app.service.database).sweep(row?.expires_at ?? new Date(0))
      const left = await app.sql<{ expires_at: Date }>('SELECT expires_at FROM magic_links')
      expect(left.every(({ expires_at }) => expires_at >= (row?.expires_at ?? 0))).toBe(true)
      expect((await open(kept)).status).toBe(200)
    })

    it('never logs a magic link token', async () => {
      const token = await tokenFor('owner@example.com')
      await open(token)
      await open(token)
      expect(log.some((line) => line.includes('magic-link/verify'))).toBe(true)
      expect(log.filter((line) => line.includes(token) || line.includes(digestOf(token)))).toEqual([])
    })
  },
  { onLog: (line) => log.push(line) },
)

onService(
  'magic links with demo accounts disabled',
  (app) => {
    it('mails no magic link to a demo account', async () => {
      await app.sql(
        `INSERT INTO users (id, display_name, status, is_demo, analytics_visitor_id, mail_preferences, created_at, updated_at)
          VALUES ('0192f0c0-0000-7000-8000-000000000001', 'Old Demo', 'active', true, gen_random_uuid(), '{"mentions":true}', now(), now())`,
      )
      await app.sql(
        `INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at)
          VALUES ('0192f0c0-0000-7000-8000-000000000001', 'old-demo@example.com', true, true, now(), now())`,
      )
      const body = { email: 'old-demo@example.com' }
      expect((await app.send('POST', '/api/auth/magic-link/request', { body })).status).toBe(202)
      expect(await app.sql('SELECT user_id FROM magic_links')).toEqual([{ user_id: null }])
    })
  },
  { env: { DEMO: 'off' } },
)
