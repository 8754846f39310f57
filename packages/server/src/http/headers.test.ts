import { anyone, model, operation, text } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../platform/store-unavailable.ts'
import { onServiceWith } from '../testing/extra-routes.ts'
import { expectRefusal, onService, someIp } from '../testing/service.ts'
import { handleAnyone } from './handler.ts'

const broken = operation({
  id: 'broken',
  method: 'GET',
  path: '/api/test/broken/{how}',
  tag: 'Test',
  summary: 'Fails',
  access: anyone,
  params: model({ how: text() }),
})

const answers = ['/api/auth/me', '/api/nothing', '/healthz', '/app/', '/openapi.json', '/api/test/broken/error']

onServiceWith(
  'response headers',
  (app) => [
    handleAnyone(broken, async ({ params: { how } }) => {
      if (how === 'error') throw new Error('SELECT secret FROM /etc/passwd')
      if (how === 'no_error') throw 'only text'
      if (how === 'database') await app().sql('SELECT secret FROM nowhere WHERE x = $1', ['secret'])
      const away = new StoreUnavailable('database', new Error('connect 10.0.0.1:5432'))
      throw how === 'store' ? away : new Error('Failed query: SELECT secret', { cause: away })
    }),
  ],
  (app) => {
    describe('security headers', () => {
      it.each(answers)('sends the security headers for %s', async (path) => {
        const { headers } = await app.send('GET', path)
        const policy = String(headers['content-security-policy'])
        expect(policy.split(';')).toEqual(
          expect.arrayContaining([
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
          ]),
        )
        expect(policy).not.toMatch(/unsafe|\*|http:/)
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['referrer-policy']).toBe('no-referrer')
        expect(headers['cross-origin-resource-policy']).toBe('same-origin')
        expect(headers['x-powered-by']).toBeUndefined()
        expect(headers['server']).toBeUndefined()
      })

      it('sends no HTTPS-only headers or cookies if the service is not reached over HTTPS', async () => {
        const login = await app.send('POST', '/api/auth/login', {
          body: { email: 'owner@example.com', password: 'deal-canvas-demo' },
          ip: someIp(),
        })
        expect(login.headers['strict-transport-security']).toBeUndefined()
        expect(String(login.headers['content-security-policy'])).not.toContain('upgrade-insecure-requests')
        expect(String(login.headers['set-cookie'])).not.toContain('Secure')
      })

      it('sends Cache-Control: no-store for everything under /api', async () => {
        for (const path of ['/api/auth/me', '/api/nothing', '/api/test/broken/error', '/api/auth/login']) {
          expect((await app.send('GET', path)).headers['cache-control']).toBe('no-store')
        }
      })
    })

    describe('x-request-id', () => {
      const idOf = async (given?: string, path = '/healthz') =>
        (await app.send('GET', path, given === undefined ? {} : { headers: { 'x-request-id': given } })).headers[
          'x-request-id'
        ]

      it("returns the client's x-request-id unchanged", async () => {
        for (const id of ['abc', 'A-1_b.c', 'x'.repeat(64)]) expect(await idOf(id)).toBe(id)
      })

      it('generates a unique x-request-id if the client sends none', async () => {
        const made = await Promise.all(Array.from({ length: 5 }, () => idOf()))
        for (const id of made) expect(id).toMatch(/^[0-9a-f-]{36}$/)
        expect(new Set(made).size).toBe(5)
      })

      it('replaces an x-request-id with unsafe characters or excessive length', async () => {
        for (const id of ['x'.repeat(65), 'a b', '<script>', 'a"b', '{"a":1}', 'é', 'a;b', '']) {
          expect(await idOf(id)).toMatch(/^[0-9a-f-]{36}$/)
        }
      })

      it('sends x-request-id with errors too, even for a malformed URL', async () => {
        for (const path of ['/nothing', '/api/auth/me', '/api/auth/%', `/api/auth/sessions/${'x'.repeat(600)}`]) {
          expect(await idOf('mine', path)).toBe('mine')
        }
      })
    })

    describe('CORS', () => {
      const from = (origin: string, path = '/api/auth/me', method = 'GET', more: Record<string, string> = {}) =>
        app.send(method, path, { headers: { origin, ...more } })
      const cors = ({ headers }: { headers: Record<string, unknown> }) =>
        Object.keys(headers).filter((name) => name.startsWith('access-control-'))

      it('allows an allowed origin exactly, with credentials', async () => {
        for (const origin of [
          'http://localhost:8080',
          'http://127.0.0.1:8080',
          'http://[::1]:8080',
          'https://app.example.com',
        ]) {
          const { headers } = await from(origin)
          expect(headers['access-control-allow-origin']).toBe(origin)
          expect(headers['access-control-allow-credentials']).toBe('true')
          expect(headers['access-control-expose-headers']).toBe('x-request-id, retry-after, etag, content-disposition')
          expect(headers['vary']).toContain('Origin')
        }
      })

      it('sends no CORS headers to other origins', async () => {
        for (const origin of [
          'https://evil.example',
          'null',
          'http://app.example.com',
          'https://app.example.com.evil.example',
          'https://app.example.com:444',
          'http://localhost:8081',
          'https://localhost:8080',
          '*',
        ]) {
          expect(cors(await from(origin))).toEqual([])
          const preflight = await from(origin, '/api/auth/me', 'OPTIONS', { 'access-control-request-method': 'PATCH' })
          expect([preflight.status, cors(preflight)]).toEqual([404, []])
        }
      })

      it('answers a preflight request without authentication', async () => {
        const { status, headers, body } = await from('https://app.example.com', '/api/auth/me', 'OPTIONS', {
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization, content-type, idempotency-key',
        })
        expect([status, body]).toEqual([204, ''])
        expect(headers).toMatchObject({
          'access-control-allow-origin': 'https://app.example.com',
          'access-control-allow-credentials': 'true',
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': 'authorization, content-type, idempotency-key',
          'access-control-max-age': '600',
        })
      })

      it('sends no CORS headers to a request without an origin', async () => {
        expect(cors(await app.send('GET', '/api/auth/me'))).toEqual([])
      })
    })

    describe('error body', () => {
      it.each(['error', 'no_error', 'database'])(
        'answers an unexpected failure with a request id and nothing else (%s) [REQUEST-12]',
        async (how) => {
          const { status, body } = await app.send('GET', `/api/test/broken/${how}`, {
            headers: { 'x-request-id': 'mine' },
          })
          expect(status).toBe(500)
          expect(body).toEqual({ detail: 'Internal server error', code: 'internal', request_id: 'mine' })
        },
      )

      it.each(['store', 'query'])(
        'answers 503 with Retry-After when a store cannot be reached (%s) [REQUEST-13]',
        async (how) => {
          const answer = await app.send('GET', `/api/test/broken/${how}`)
          expectRefusal(answer, 503, 'store_unavailable')
          expect(answer.headers['retry-after']).toBe('1')
          expect(Object.keys(answer.body)).toEqual(['detail', 'code'])
        },
      )
    })
  },
  { env: { CORS_ORIGINS: 'https://app.example.com' } },
)

onService(
  'response headers over HTTPS',
  (app) => {
    it('sends HSTS and marks the cookie Secure over HTTPS', async () => {
      const login = await app.send('POST', '/api/auth/login', {
        body: { email: 'owner@example.com', password: 'deal-canvas-demo' },
      })
      expect(login.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect(String(login.headers['set-cookie'])).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
      const left = await app.send('POST', '/api/auth/logout', { token: login.body.access_token })
      expect(String(left.headers['set-cookie'])).toMatch(
        /^canvas_refresh=; .*Path=\/api.*HttpOnly; Secure; SameSite=Strict$/,
      )
    })

    it('allows the origin of the public URL and no longer localhost', async () => {
      const allowed = async (origin: string) =>
        (await app.send('GET', '/healthz', { headers: { origin } })).headers['access-control-allow-origin']
      expect(await allowed('https://deals.example.com')).toBe('https://deals.example.com')
      expect(await allowed('http://deals.example.com')).toBeUndefined()
      expect(await allowed('http://localhost:8080')).toBeUndefined()
    })
  },
  { env: { PUBLIC_URL: 'https://deals.example.com' } },
)
