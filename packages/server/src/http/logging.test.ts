import { anyone, model, operation, text } from '@deal-canvas/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../platform/database/tables/users.ts'
import { onServiceWith } from '../testing/extra-routes.ts'
import { someIp } from '../testing/service.ts'
import { handleAnyone } from './handler.ts'

const fail = operation({
  id: 'fail',
  method: 'POST',
  path: '/api/test/fail/{how}',
  tag: 'Test',
  summary: 'Fails in the database',
  access: anyone,
  params: model({ how: text() }),
  body: model({ secret: text() }),
})

const lines: string[] = []
const demo = 'deal-canvas-demo'

onServiceWith(
  'log',
  (app) => [
    handleAnyone(fail, async ({ params: { how }, body: { secret } }) => {
      const { database } = app().service
      if (how === 'typed') await database.db.select().from(users).where(eq(users.id, secret))
      if (how === 'plain') await app().sql('SELECT $1::int', [secret])
      if (how === 'range') await app().sql('SELECT right($1, 12)::int', [secret])
      const twice =
        "INSERT INTO orgs SELECT gen_random_uuid(), 'x', $1, 'active', '{}', now(), now() FROM generate_series(1, 2)"
      if (how === 'duplicate') await app().sql(twice, [secret])
    }),
  ],
  (app) => {
    beforeEach(() => {
      lines.splice(0)
    })
    const logged = () => lines.map((line) => JSON.parse(line))
    const requests = () => logged().filter(({ msg }) => msg === 'request')
    const expectNothingOf = (...secrets: (string | undefined)[]) => {
      expect(lines.length).toBeGreaterThan(0)
      for (const secret of secrets) {
        expect(secret?.length).toBeGreaterThan(7)
        expect(lines.filter((line) => line.includes(secret ?? ''))).toEqual([])
      }
    }

    describe('request log', () => {
      it('logs method, path without query, status, duration, address and user of a request', async () => {
        const { userId, get } = await app.signIn('owner')
        lines.splice(0)
        await get('/api/auth/sessions?limit=3&cursor=')
        expect(requests()).toEqual([
          expect.objectContaining({
            level: 30,
            method: 'GET',
            path: '/api/auth/sessions',
            status: 422,
            ms: expect.any(Number),
            ip: '127.0.0.1',
            userId,
            reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          }),
        ])
      })

      it('logs one line per request with its error code, whatever its outcome', async () => {
        await app.send('GET', '/healthz')
        await app.send('GET', '/nothing?q=1')
        await app.send('GET', '/api/auth/me')
        await app.send('DELETE', '/api/auth/login')
        await app.send('POST', '/api/auth/login', { body: '{"broken', headers: { 'content-type': 'application/json' } })
        await app.send('GET', '/api/auth/%zz?q=1')
        await app.send('POST', '/api/test/fail/plain', { body: { secret: 'x' } })
        await app.send('GET', '/app/')
        expect(requests().map(({ method, path, status, refusal }) => [method, path, status, refusal])).toEqual([
          ['GET', '/healthz', 200, undefined],
          ['GET', '/nothing', 404, 'not_found'],
          ['GET', '/api/auth/me', 401, 'not_authenticated'],
          ['DELETE', '/api/auth/login', 405, 'method_not_allowed'],
          ['POST', '/api/auth/login', 422, 'invalid'],
          ['GET', '/api/auth/%zz', 400, 'bad_request'],
          ['POST', '/api/test/fail/{how}', 500, 'internal'],
          ['GET', '/app/', 200, undefined],
        ])
        expect(requests().map(({ userId }) => userId)).toEqual(Array.from({ length: 8 }, () => undefined))
      })

      it('logs why a request was rejected, so that a wrong password and a missing role can be told apart', async () => {
        const { get } = await app.signIn('viewer')
        lines.splice(0)
        await app.send('POST', '/api/auth/login', {
          body: { email: 'viewer@example.com', password: 'a-wrong-password' },
        })
        await get('/api/superadmin/users')
        expect(requests().map(({ status, refusal }) => [status, refusal])).toEqual([
          [401, 'invalid_credentials'],
          [403, 'superadmin_required'],
        ])
      })

      it('logs a server error on a second line with the same request id', async () => {
        await app.send('POST', '/api/test/fail/plain', { body: { secret: 'x' }, headers: { 'x-request-id': 'mine' } })
        expect(logged().map(({ level, reqId, msg }) => [level, reqId, msg])).toEqual([
          [50, 'mine', 'A request failed'],
          [30, 'mine', 'request'],
        ])
        expect(logged()[0]?.err).toMatchObject({
          errorCode: '22P02',
          stack: expect.arrayContaining([expect.stringMatching(/^\s+at /)]),
        })
      })
    })

    describe('secrets in the log', () => {
      const login = (password: string) =>
        app.send('POST', '/api/auth/login', { body: { email: 'commenter@example.com', password }, ip: someIp() })

      it('logs no secret of signing in, refreshing, changing the password or signing out', async () => {
        const first = await login(demo)
        const second = await app.send('POST', '/api/auth/refresh', { cookie: first.cookie })
        const token: string = second.body.access_token
        const wanted = 'a-new-password-of-mine'
        const changed = await app.send('POST', '/api/auth/password', {
          token,
          body: { current_password: demo, new_password: wanted },
          headers: { 'idempotency-key': 'a-key' },
        })
        expect(changed.status).toBe(204)
        await app.send('POST', '/api/auth/logout', { token, cookie: second.cookie })
        const hashes = await app.sql<{ hash: string }>(
          'SELECT password_hash AS hash FROM users UNION ALL SELECT hash FROM refresh_tokens',
        )
        expectNothingOf(
          demo,
          wanted,
          first.body.access_token,
          token,
          first.cookie,
          second.cookie,
          '$argon2id',
          'Bearer ey',
        )
        expectNothingOf(...hashes.map(({ hash }) => hash))
      })

      it('logs no secret of a failed sign-in', async () => {
        await login('a-wrong-password')
        await app.send('POST', '/api/auth/login', { body: { email: 'x@example.com', password: ['a-wrong-password'] } })
        await app.send('POST', '/api/auth/login', { body: { password: 'a-wrong-password' } })
        await app.send('GET', '/api/auth/me', { token: 'eyJ-not-a-good-token' })
        await app.send('POST', '/api/auth/refresh', { cookie: 'not-a-good-cookie' })
        expectNothingOf('a-wrong-password', 'eyJ-not-a-good-token', 'not-a-good-cookie')
      })

      it('logs no query parameter or referrer', async () => {
        for (const path of ['/api/auth/me', '/nothing', '/api/auth/login', '/app/', '/api/%zz']) {
          await app.send('GET', `${path}?token=a-token-in-the-query&code=123456789`, {
            headers: { referer: '/?token=a-token-in-the-referrer' },
          })
        }
        expectNothingOf('a-token-in-the-query', '123456789', 'a-token-in-the-referrer')
      })

      it.each(['typed', 'plain', 'range', 'duplicate'])('logs no user text of a database error (%s)', async (how) => {
        const secret = 'people-text-777777777777'
        const { status } = await app.send('POST', `/api/test/fail/${how}`, { body: { secret } })
        expect(status).toBe(500)
        expect(logged()[0]).toMatchObject({ level: 50, msg: 'A request failed' })
        expectNothingOf(secret, '777777777777')
      })
    })
  },
  { onLog: (line) => lines.push(line) },
)
