import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { expectRefusal, onService, someIp } from '../../testing/service.ts'

const secret = 'a-secret-of-the-test-with-32-bytes!'
const demo = 'deal-canvas-demo'

onService(
  'sign-in',
  (app) => {
    const login = (email: string, password: string, ip = someIp()) =>
      app.send('POST', '/api/auth/login', { body: { email, password }, ip })

    describe('password sign-in', () => {
      it('returns a 60-minute access token, the user and the visitor id for a password sign-in [AUTH-1]', async () => {
        const { status, body } = await login('owner@example.com', demo)
        expect(status).toBe(200)
        expect(body).toEqual({
          access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
          user: {
            id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
            display_name: 'Maya Okafor',
            email: 'owner@example.com',
            avatar_url: '',
            provider: 'password',
          },
          expires_in_minutes: 60,
          has_deals: false,
          force_password_change: false,
          analytics_visitor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        })
        expect(body.analytics_visitor_id).not.toBe(body.user.id)
      })

      it('delivers the refresh token only in an HttpOnly cookie and stores only its hash [AUTH-2]', async () => {
        const { headers, cookie, body } = await login('owner@example.com', demo)
        expect([headers['set-cookie'] ?? []].flat().map(String)[1]).toMatch(
          /^canvas_refresh=[\w-]{43}; Path=\/api; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
        )
        expect(JSON.stringify(body)).not.toContain(cookie)
        const stored = await app.sql('SELECT hash FROM refresh_tokens WHERE hash = $1', [cookie])
        expect(stored).toEqual([])
      })

      it('puts session and user into the access token, and no role', async () => {
        const { body } = await login('superadmin@example.com', demo)
        const claims = decodeJwt(body.access_token)
        expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'jti', 'sid', 'sub', 'token_use'])
        expect(claims).toMatchObject({ aud: 'deal-canvas', sub: body.user.id, token_use: 'access' })
        expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
      })

      it('accepts an address in any case and with surrounding white space at sign-in', async () => {
        expect((await login('  Owner@Example.COM ', demo)).status).toBe(200)
      })

      it('answers an unknown address exactly like a wrong password [AUTH-3]', async () => {
        const wrong = await login('owner@example.com', 'not-the-password')
        const unknown = await login('nobody@example.com', 'not-the-password')
        expectRefusal(wrong, 401, 'invalid_credentials')
        expect(unknown.body).toEqual(wrong.body)
        const shown = ({ headers }: typeof wrong) => ({ ...headers, date: '', 'x-request-id': '' })
        expect(shown(unknown)).toEqual(shown(wrong))
        expect(wrong.headers['www-authenticate']).toBe('Bearer')
      })

      it('answers the sign-in of a suspended account like a wrong password [AUTH-4]', async () => {
        await app.sql("UPDATE users SET status = 'suspended' WHERE display_name = 'Jonas Berg'")
        expectRefusal(await login('outsider@example.com', demo), 401, 'invalid_credentials')
        await app.sql("UPDATE users SET status = 'active' WHERE display_name = 'Jonas Berg'")
      })

      it('never echoes the password in a validation error at sign-in [PASSWORD-9]', async () => {
        const answer = await app.send('POST', '/api/auth/login', { body: { password: 'my-secret-word' } })
        expect(answer.status).toBe(422)
        expect(answer.body.detail).toEqual([
          { type: 'missing', loc: ['body', 'email'], msg: 'Field required', input: { password: null } },
        ])
      })
    })

    describe('failed sign-ins', () => {
      it('rejects a sign-in with 429 after ten failures for one account from one network [AUTH-5]', async () => {
        const ip = someIp()
        for (let n = 0; n < 10; n++)
          expectRefusal(await login('viewer@example.com', 'wrong-password', ip), 401, 'invalid_credentials')
        const refused = await login('viewer@example.com', demo, ip)
        expectRefusal(refused, 429, 'rate_limited')
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600)
        expect((await login('viewer@example.com', demo)).status).toBe(200)
      })

      it('rate-limits failed sign-ins for unknown addresses as for known ones', async () => {
        const ip = someIp()
        for (let n = 0; n < 10; n++) await login('ghost@example.com', 'wrong-password', ip)
        expectRefusal(await login('ghost@example.com', 'wrong-password', ip), 429, 'rate_limited')
      })

      it('counts password guesses made in parallel', async () => {
        const ip = someIp()
        const answers = await Promise.all(
          Array.from({ length: 25 }, () => login('editor@example.com', 'wrong-password', ip)),
        )
        expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
      })

      it('does not count a sign-in against the account when its network is already rate-limited', async () => {
        const ip = someIp()
        for (let n = 0; n < 100; n++) await login(`nobody-${n}@example.com`, 'wrong-password', ip)
        const before = await app.sql('SELECT key, points FROM rate_limits ORDER BY key')
        expectRefusal(await login('viewer@example.com', demo, ip), 429, 'rate_limited')
        const after = await app.sql('SELECT key, points FROM rate_limits ORDER BY key')
        const others = (rows: Record<string, unknown>[]) => rows.filter(({ key }) => key !== `login_address:${ip}`)
        expect(others(after)).toEqual(others(before))
      }, 60_000)

      it('does not count successful sign-ins against the limit', async () => {
        const ip = someIp()
        for (let n = 0; n < 12; n++) expect((await login('editor@example.com', demo, ip)).status).toBe(200)
      })
    })

    describe('access token', () => {
      const me = (token: string) => app.send('GET', '/api/auth/me', { token })
      const forge = (claims: Record<string, unknown>, key = secret, alg = 'HS256') =>
        new SignJWT({ token_use: 'access', jti: 'x', ...claims })
          .setProtectedHeader({ alg })
          .setAudience('deal-canvas')
          .setIssuedAt()
          .setExpirationTime('365d')
          .sign(new TextEncoder().encode(key))

      it('rejects a request without a bearer token, or with a malformed one, with 401 [AUTH-8]', async () => {
        expectRefusal(await app.send('GET', '/api/auth/me'), 401, 'not_authenticated')
        for (const authorization of ['', 'Basic abc', 'Bearer', 'Bearer a b', 'token']) {
          expectRefusal(await app.send('GET', '/api/auth/me', { headers: { authorization } }), 401, 'not_authenticated')
        }
        for (const token of ['x', 'a.b.c', `${'a'.repeat(4000)}.b.c`])
          expectRefusal(await me(token), 401, 'token_invalid')
      })

      it('rejects a token that is unsigned, altered, or signed with another key or algorithm with 401 [AUTH-9]', async () => {
        const { token, userId } = await app.signIn('owner', someIp())
        const [head, payload, signature] = token.split('.')
        const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
        const claims = decodeJwt(token)
        const altered = Buffer.from(JSON.stringify({ ...claims, sub: 'someone' })).toString('base64url')
        const bad = [
          unsigned,
          `${head}.${altered}.${signature}`,
          await forge({ sub: userId, sid: claims['sid'] }, 'another-secret-with-at-least-32-bytes'),
          await forge({ sub: userId, sid: claims['sid'] }, secret, 'HS512'),
          await forge({ sub: userId, sid: claims['sid'], token_use: 'refresh' }),
          await forge({ sub: userId, sid: 'not-an-id' }),
          await forge({ sub: 'someone-else', sid: claims['sid'] }),
        ]
        for (const token of bad) expectRefusal(await me(token), 401, 'token_invalid')
        expect((await me(await forge({ sub: userId, sid: claims['sid'] }))).status).toBe(200)
      })

      it('answers 401 token_expired for an expired access token, and the cookie still refreshes', async () => {
        const { token, cookie } = await app.signIn('owner', someIp())
        app.advance(minutes(61))
        expectRefusal(await me(token), 401, 'token_expired')
        expect((await app.send('POST', '/api/auth/refresh', { cookie })).status).toBe(200)
      })

      it('rejects a deal token at the account endpoint with 403 token_scope', async () => {
        const { token, userId } = await app.signIn('owner', someIp())
        const dealToken = await forge({ sub: userId, sid: decodeJwt(token)['sid'], token_use: 'deal', deal_id: 'd1' })
        expectRefusal(await me(dealToken), 403, 'token_scope')
      })
    })

    describe('session refresh', () => {
      const refresh = (cookie: string, headers = {}) => app.send('POST', '/api/auth/refresh', { cookie, headers })

      it('exchanges the refresh cookie for a new access token and a new cookie', async () => {
        const { cookie } = await app.signIn('owner', someIp())
        const answer = await refresh(cookie)
        expect(answer.status).toBe(200)
        expect(answer.cookie).not.toBe(cookie)
        expect((await app.send('GET', '/api/auth/me', { token: answer.body.access_token })).status).toBe(200)
      })

      it('keeps a person signed in when fifty tabs refresh at the same time [SESSION-1]', async () => {
        const { cookie } = await app.signIn('owner', someIp())
        const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(cookie)))
        expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
        expect((await refresh(answers.at(-1)?.cookie ?? '')).status).toBe(200)
      })

      it('accepts a used refresh token again while its successor is unused, because the answer was lost', async () => {
        const { cookie } = await app.signIn('owner', someIp())
        const lost = await refresh(cookie)
        app.advance(minutes(5))
        const again = await refresh(cookie)
        expect(again.status).toBe(200)
        app.advance(minutes(1))
        expectRefusal(await refresh(lost.cookie ?? ''), 401, 'refresh_invalid')
        expectRefusal(await refresh(again.cookie ?? ''), 401, 'refresh_invalid')
      })

      it('grants parallel tabs a new grace period after a lost answer', async () => {
        const { cookie } = await app.signIn('owner', someIp())
        await refresh(cookie)
        app.advance(minutes(1))
        const [first, second] = [await refresh(cookie), await refresh(cookie)]
        expect([first.status, second.status]).toEqual([200, 200])
        expect((await refresh(second.cookie ?? '')).status).toBe(200)
      })

      it('ends the session when a refresh token is used again after its successor was used [SESSION-2]', async () => {
        const { cookie, userId, token } = await app.signIn('commenter', someIp())
        const second = await refresh(cookie)
        app.advance(15_000)
        const third = await refresh(second.cookie ?? '')
        expect(third.status).toBe(200)
        app.advance(15_000)
        expectRefusal(await refresh(cookie), 401, 'refresh_invalid')
        expectRefusal(await refresh(third.cookie ?? ''), 401, 'refresh_invalid')
        for (const accessToken of [token, third.body.access_token]) {
          expectRefusal(await app.send('GET', '/api/auth/me', { token: accessToken }), 401, 'session_ended')
        }
        const events = await app.sql<{ kind: string }>('SELECT kind FROM security_events WHERE user_id = $1', [userId])
        expect(events).toEqual([{ kind: 'refresh_token_reused' }])
      })

      it("leaves the user's other sessions open when one token family ends", async () => {
        const other = await app.signIn('commenter', someIp())
        const { cookie } = await app.signIn('commenter', someIp())
        const second = await refresh(cookie)
        await refresh(second.cookie ?? '')
        app.advance(15_000)
        expectRefusal(await refresh(cookie), 401, 'refresh_invalid')
        expect((await other.get('/api/auth/me')).status).toBe(200)
      })

      it('ends a session after 14 idle days [SESSION-3]', async () => {
        const { cookie } = await app.signIn('owner', someIp())
        app.advance(days(13))
        const second = await refresh(cookie)
        expect(second.status).toBe(200)
        app.advance(days(14) + 1000)
        expectRefusal(await refresh(second.cookie ?? ''), 401, 'refresh_invalid')
      })

      it('ends a session after 30 days, and issues no access token beyond that [SESSION-4]', async () => {
        let { cookie } = await app.signIn('owner', someIp())
        for (let n = 0; n < 3; n++) {
          app.advance(days(9) + 8 * minutes(60))
          const answer = await refresh(cookie)
          expect(answer).toMatchObject({ status: 200, cookie: expect.any(String) })
          cookie = answer.cookie ?? ''
        }
        app.advance(days(2) - minutes(10))
        const last = await refresh(cookie)
        expect(last.status).toBe(200)
        const claims = decodeJwt(last.body.access_token)
        expect(Number(claims.exp) - Number(claims.iat)).toBeLessThan(11 * 60)
        app.advance(minutes(11))
        expectRefusal(await refresh(last.cookie ?? ''), 401, 'refresh_invalid')
      })

      it('rejects a refresh from a page of another origin with 403 [SESSION-5]', async () => {
        const { cookie } = await app.signIn('owner', someIp())
        expectRefusal(await refresh(cookie, { origin: 'https://evil.example' }), 403, 'origin_not_allowed')
        expectRefusal(await refresh(cookie, { origin: 'null' }), 403, 'origin_not_allowed')
        expectRefusal(await refresh(cookie, { origin: 'http://localhost:9999' }), 403, 'origin_not_allowed')
        for (const origin of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
          expect((await refresh(cookie, { origin })).status).toBe(200)
        }
      })

      it('rejects a missing, unknown or oversized refresh cookie alike', async () => {
        expectRefusal(await app.send('POST', '/api/auth/refresh'), 401, 'refresh_invalid')
        for (const cookie of ['x', 'A'.repeat(43), 'B'.repeat(5000)])
          expectRefusal(await refresh(cookie), 401, 'refresh_invalid')
      })

      it('ends the session of a suspended user immediately', async () => {
        const person = await app.signIn('outsider', someIp())
        await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [person.userId])
        expectRefusal(await person.get('/api/auth/me'), 401, 'session_ended')
        expectRefusal(await refresh(person.cookie), 401, 'refresh_invalid')
        await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [person.userId])
      })
    })

    describe('sign-out', () => {
      it('ends the session at once and clears the cookie at sign-out [SESSION-6]', async () => {
        const person = await app.signIn('owner', someIp())
        const answer = await person.send('POST', '/api/auth/logout')
        expect([answer.status, answer.body, answer.cookie]).toEqual([204, '', ''])
        expectRefusal(await person.get('/api/auth/me'), 401, 'session_ended')
        expectRefusal(await app.send('POST', '/api/auth/refresh', { cookie: person.cookie }), 401, 'refresh_invalid')
      })
    })

    describe('own sessions', () => {
      it("lists the user's sessions with their origin, most recently used first, page by page", async () => {
        await app.sql('DELETE FROM sessions')
        const first = await app.signIn('owner', '10.1.1.1')
        app.advance(1000)
        await app.signIn('owner', '10.1.1.2')
        app.advance(1000)
        await app.signIn('owner', '10.1.1.3')
        const { body } = await first.get('/api/auth/sessions')
        expect(body.sessions.map(({ ip, current }: { ip: string; current: boolean }) => [ip, current])).toEqual([
          ['10.1.1.3', false],
          ['10.1.1.2', false],
          ['10.1.1.1', true],
        ])
        expect([body.has_more, body.next_cursor]).toEqual([false, null])
        const page = await first.get('/api/auth/sessions?limit=2')
        expect([page.body.sessions.length, page.body.has_more]).toEqual([2, true])
        const rest = await first.get(`/api/auth/sessions?limit=2&cursor=${page.body.next_cursor}`)
        expect(rest.body.sessions.map(({ ip }: { ip: string }) => ip)).toEqual(['10.1.1.1'])
        const strange = [
          '["2026-01-01T00:00:00.000Z","------------------------------------"]',
          '[{"toString":1},"x"]',
          '7',
        ]
        for (const cursor of ['nonsense', ...strange.map((text) => Buffer.from(text).toString('base64url'))]) {
          expect((await first.get(`/api/auth/sessions?cursor=${cursor}`)).status).toBe(422)
        }
      })

      it('ends another session of the user with effect from its next request', async () => {
        const here = await app.signIn('owner', someIp())
        const there = await app.signIn('owner', someIp())
        const { sid } = decodeJwt(there.token) as { sid: string }
        expect((await here.send('DELETE', `/api/auth/sessions/${sid}`)).status).toBe(204)
        expectRefusal(await there.get('/api/auth/me'), 401, 'session_ended')
        expectRefusal(await here.send('DELETE', `/api/auth/sessions/${sid}`), 404, 'session_not_found')
      })

      it('returns 404 when ending a session of another user', async () => {
        const mine = await app.signIn('owner', someIp())
        const other = await app.signIn('viewer', someIp())
        const { sid } = decodeJwt(other.token) as { sid: string }
        for (const id of [sid, 'nonsense', '0192f0c0-0000-7000-8000-000000000000']) {
          expectRefusal(await mine.send('DELETE', `/api/auth/sessions/${id}`), 404, 'session_not_found')
        }
        expect((await other.get('/api/auth/me')).status).toBe(200)
      })
    })

    describe('password change', () => {
      const change = (token: string, body: unknown) => app.send('POST', '/api/auth/password', { token, body })

      it('rejects a password change without the right current password, or with a weak new one [PASSWORD-4]', async () => {
        const { token } = await app.signIn('editor', someIp())
        expectRefusal(
          await change(token, { current_password: 'not-it-at-all', new_password: 'a-much-better-one' }),
          401,
          'invalid_credentials',
        )
        const missing = await change(token, { new_password: 'a-much-better-one' })
        expect(missing.body.detail).toEqual([
          { type: 'missing', loc: ['body', 'current_password'], msg: 'Field required', input: null },
        ])
        const reasons = {
          short: 'Password should have at least 10 characters',
          qwertyuiop: 'Password is too common',
          aaaaaaaaaaaa: 'Password is too common',
          'editor@example.com': 'Password should not be your email',
          [demo]: 'Password should differ from the current one',
          ['x'.repeat(129)]: 'Password should have at most 128 characters',
        }
        for (const [password, reason] of Object.entries(reasons)) {
          const { status, body } = await change(token, { current_password: demo, new_password: password })
          expect(status).toBe(422)
          expect(body.detail).toEqual([
            {
              type: 'value_error',
              loc: ['body', 'new_password'],
              msg: `Value error, ${reason}`,
              input: null,
              ctx: { error: reason },
            },
          ])
        }
      })

      it('ends all other sessions after a password change and keeps the current one [PASSWORD-5]', async () => {
        const here = await app.signIn('editor', someIp())
        const there = await app.signIn('editor', someIp())
        const done = await change(here.token, { current_password: demo, new_password: 'a-much-better-one' })
        expect([done.status, done.body]).toEqual([204, ''])
        expect((await here.get('/api/auth/me')).status).toBe(200)
        expectRefusal(await there.get('/api/auth/me'), 401, 'session_ended')
        expectRefusal(await login('editor@example.com', demo), 401, 'invalid_credentials')
        expect((await login('editor@example.com', 'a-much-better-one')).status).toBe(200)
        await change(here.token, { current_password: 'a-much-better-one', new_password: 'yet-another-one' })
      })

      it('ends sign-ins with the old password that are in progress during a password change', async () => {
        const { token, userId } = await app.signIn('viewer', someIp())
        const signIns = Array.from({ length: 8 }, () => login('viewer@example.com', demo))
        await change(token, { current_password: demo, new_password: 'a-much-better-one' })
        await Promise.all(signIns)
        const open = await app.sql('SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [userId])
        expect(open).toHaveLength(1)
        await change(token, { current_password: 'a-much-better-one', new_password: 'yet-another-one' })
        await app.sql(
          'UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE display_name = $1) WHERE id = $2',
          ['Maya Okafor', userId],
        )
      })

      it('applies only one of two parallel password changes', async () => {
        const [first, second] = [await app.signIn('viewer', someIp()), await app.signIn('viewer', someIp())]
        const answers = await Promise.all([
          change(first.token, { current_password: demo, new_password: 'chosen-by-the-first' }),
          change(second.token, { current_password: demo, new_password: 'chosen-by-the-second' }),
        ])
        expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
        const won = answers[0]?.status === 204 ? 'chosen-by-the-first' : 'chosen-by-the-second'
        expect((await login('viewer@example.com', won)).status).toBe(200)
        await app.sql(
          'UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE display_name = $1) WHERE id = $2',
          ['Maya Okafor', first.userId],
        )
      })

      it('does not count a correct current password as a guess, even if the new password is rejected', async () => {
        const { token, userId } = await app.signIn('owner', someIp())
        for (const key of ['one', 'two']) {
          const body = { current_password: demo, new_password: 'qwertyuiop' }
          const answer = await app.send('POST', '/api/auth/password', {
            token,
            body,
            headers: { 'idempotency-key': key },
          })
          expect(answer.status).toBe(422)
        }
        const counts = await app.sql('SELECT points FROM rate_limits WHERE key = $1', [`password_guess:${userId}`])
        expect(counts).toEqual([{ points: 0 }])
      })

      it('counts wrong guesses of the current password, even under an Idempotency-Key', async () => {
        const { token } = await app.signIn('viewer', someIp())
        await app.sql('DELETE FROM rate_limits')
        const guess = (n: number) =>
          app.send('POST', '/api/auth/password', {
            token,
            body: { current_password: `wrong-${n}`, new_password: 'a-much-better-one' },
            headers: { 'idempotency-key': `guess-${n}` },
          })
        const answers = await Promise.all(Array.from({ length: 105 }, (_, n) => guess(n)))
        expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
      })

      it('clears the forced password change once the user has set a new password', async () => {
        await app.sql("UPDATE users SET force_password_change = true WHERE display_name = 'Sofia Kern'")
        const person = await app.signIn('superadmin', someIp())
        expect((await person.get('/api/auth/me')).body.force_password_change).toBe(true)
        expect((await change(person.token, { current_password: demo, new_password: 'chosen-by-myself' })).status).toBe(
          204,
        )
        expect((await person.get('/api/auth/me')).body.force_password_change).toBe(false)
      })

      it('accepts a new password without the old one for fifteen minutes after a magic link [PASSWORD-7]', async () => {
        const person = await app.signIn('commenter', someIp())
        await app.sql("UPDATE sessions SET provider = 'magic_link' WHERE user_id = $1", [person.userId])
        expect((await change(person.token, { new_password: 'after-forgetting-it' })).status).toBe(204)
        app.advance(minutes(16))
        expect((await change(person.token, { new_password: 'after-forgetting-it-2' })).status).toBe(422)
      })
    })
  },
  { env: { JWT_SECRET: `${secret},an-older-secret-of-at-least-32-bytes` } },
)
