import { describeApi } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StorageFull } from '../platform/disk/storage-full.ts'
import { bareDeps } from '../testing/bare-app.ts'
import { expectRefusal, onService } from '../testing/service.ts'
import { createApp } from './app.ts'
import { systemRoutes } from './system.routes.ts'

const metricsToken = 'a-token-for-the-metrics'

onService(
  'system routes',
  (service) => {
    it('answers /healthz while the process is alive', async () => {
      expect(await service.send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    })

    it('answers /readyz if every store responds', async () => {
      expect(await service.send('GET', '/readyz')).toMatchObject({
        status: 200,
        body: { ready: true, stores: { database: 'ok' } },
      })
    })

    describe('/metrics', () => {
      const read = (ip: string, sending: { token?: string; headers?: Record<string, string> } = {}) =>
        service.send('GET', '/metrics', { ip, ...sending })

      it('answers /metrics to the local machine under each of its addresses', async () => {
        for (const ip of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
          expect((await read(ip)).status).toBe(200)
      })

      it('answers /metrics to other machines only with the token', async () => {
        for (const ip of ['10.0.0.5', '192.168.1.1', '::ffff:10.0.0.1', '2001:db8::1']) {
          expectRefusal(await read(ip), 401, 'not_authenticated')
          expectRefusal(await read(ip, { token: `${metricsToken}x` }), 401, 'not_authenticated')
          expect((await read(ip, { token: metricsToken })).status).toBe(200)
        }
      })

      it('does not treat a forwarded request as local, whatever address it claims', async () => {
        for (const headers of [
          { 'x-forwarded-for': '127.0.0.1' },
          { 'x-forwarded-for': '10.0.0.5' },
          { forwarded: 'for=127.0.0.1' },
        ]) {
          expectRefusal(await read('127.0.0.1', { headers }), 401, 'not_authenticated')
          expectRefusal(await read('10.0.0.5', { headers }), 401, 'not_authenticated')
        }
      })

      it('counts requests by route, never by address', async () => {
        const { token } = await service.signIn('owner')
        for (const id of ['first-of-many', 'second-of-many'])
          await service.send('DELETE', `/api/auth/sessions/${id}`, { token })
        await service.send('GET', '/unheard-of/third-of-many')
        const { body, headers } = await read('127.0.0.1')
        expect(headers['content-type']).toMatch(/^text\/plain/)
        expect(body).not.toContain('of-many')
        expect(body).toMatch(
          /^http_request_duration_seconds_count\{method="DELETE",route="\/api\/auth\/sessions\/:session_id",status="404"\} 2$/m,
        )
        expect(body).toMatch(/^http_request_duration_seconds_count\{method="GET",route="none",status="404"\} [1-9]/m)
        expect(body).toMatch(/^open_streams 0$/m)
        expect(body).toMatch(/^process_resident_memory_bytes /m)
      })
    })

    describe('/openapi.json', () => {
      it('serves the description of the contract with every operation', async () => {
        const { status, body } = await service.send('GET', '/openapi.json')
        expect(status).toBe(200)
        expect(body).toEqual(JSON.parse(JSON.stringify(describeApi(operations))))
        for (const { id, path, method } of operations)
          expect(body.paths[path][method.toLowerCase()].operationId).toBe(id)
        expect(Object.values(body.paths).flatMap((methods) => Object.keys(methods as object))).toHaveLength(
          operations.length,
        )
      })

      it('serves valid OpenAPI 3.1', async () => {
        const { body } = await service.send('GET', '/openapi.json')
        const validator = new Validator()
        expect(await validator.validate(body)).toEqual({ valid: true })
        expect(validator.version).toBe('3.1')
      })

      it('describes each path parameter and gives every operation a unique id', async () => {
        const { body } = await service.send('GET', '/openapi.json')
        expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
        for (const { path, method } of operations) {
          const named = body.paths[path][method.toLowerCase()].parameters
            .filter((parameter: { in: string }) => parameter.in === 'path')
            .map((parameter: { name: string }) => `{${parameter.name}}`)
          expect(named).toEqual(path.match(/\{\w+\}/g) ?? [])
        }
      })
    })

    describe('/docs', () => {
      it('serves /docs with its own content security policy and a script from this host', async () => {
        expect((await service.send('GET', '/docs')).headers['location']).toBe('/docs/')
        const { status, headers, body } = await service.send('GET', '/docs/')
        expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        expect(body).not.toMatch(/https?:|["'(]\/\//)
        const sources = [...body.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source]) => source)
        expect(sources).toHaveLength(1)
        const script = await service.send('GET', new URL(String(sources[0]), 'http://x/docs/').pathname)
        expect([script.status, script.headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8'])
        const policy = String(headers['content-security-policy'])
        expect(policy).toContain("default-src 'self'")
        expect(policy).toContain("connect-src 'self'")
        for (const never of ['frame-ancestors', 'object-src', 'base-uri']) expect(policy).toContain(`${never} 'none'`)
        expect(policy).not.toMatch(/https?:|\*/)
      })

      it('reads only /openapi.json on /docs and serves no copies of it', async () => {
        expect((await service.send('GET', '/docs/')).body).toContain('"/openapi.json"')
        for (const path of ['/docs/openapi.json', '/docs/openapi.yaml']) {
          expectRefusal(await service.send('GET', path), 404, 'not_found')
        }
      })

      it('answers an invalid host on /docs with 400, not with a server error', async () => {
        for (const path of ['/docs', '/docs/']) {
          expectRefusal(await service.send('GET', path, { headers: { host: '[' } }), 400, 'bad_request')
        }
      })
    })

    describe('web app', () => {
      const page = expect.stringMatching(/^<!doctype html>/i)

      it('serves the web app at /app/ and at every address inside it, revalidated each time', async () => {
        for (const path of [
          '/app',
          '/app/',
          '/app/deals/demo-riverside',
          '/app/a/b/c?d=e',
          '/app/..%2f..%2fpackage.json',
        ]) {
          const { status, headers, body } = await service.send('GET', path)
          expect([status, headers['cache-control'], body]).toEqual([200, 'no-cache', page])
        }
      })

      it('serves scripts and styles under unique names with a cache lifetime of a year', async () => {
        const { body } = await service.send('GET', '/app/')
        const assets = [...body.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, path]) => String(path))
        expect(assets.length).toBeGreaterThan(0)
        for (const path of assets) {
          const { status, headers } = await service.send('GET', path)
          expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
        }
      })

      it('returns 404 for a missing script instead of the web app', async () => {
        expectRefusal(await service.send('GET', '/app/assets/missing.js'), 404, 'not_found')
      })
    })
  },
  { env: { METRICS_TOKEN: metricsToken, TRUST_PROXY: 'on' } },
)

describe('/readyz', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const fine = async () => undefined
  const away = () => Promise.reject(new Error('secret address'))
  type Pings = Record<string, () => Promise<void>>
  const readiness = async (
    needed: Pings,
    {
      wanted = {},
      draining = false,
      requireSpace = fine,
    }: { wanted?: Pings; draining?: boolean; requireSpace?: () => Promise<void> } = {},
  ) => {
    const own = systemRoutes({ needed, wanted, requireSpace, draining: () => draining, readMetrics: async () => '' })
    const others = bareDeps.routes.filter(({ operation }) => !own.some((route) => route.operation === operation))
    const app = await createApp({ ...bareDeps, routes: [...own, ...others], draining: () => draining })
    await app.ready()
    const { statusCode, headers } = await app.inject('/healthz')
    const answered = app.inject('/readyz')
    return { healthz: [statusCode, headers['connection']], answered, app }
  }

  it('returns 503 on /readyz and names the store that does not answer', async () => {
    const { answered } = await readiness({ database: away }, { wanted: { redis: fine } })
    const reply = await answered
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '1'])
    expect(reply.json()).toEqual({
      detail: 'A data store is not reachable. Try again later.',
      code: 'store_unavailable',
      stores: { database: 'unreachable', redis: 'ok' },
    })
  })

  it('returns 503 on /readyz with a plain reason when the disk is full', async () => {
    const requireSpace = () => Promise.reject(new StorageFull('The disk is full.'))
    const { answered } = await readiness({ database: fine }, { requireSpace })
    const reply = await answered
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '30'])
    expect(reply.json()).toEqual({
      detail: 'The disk is full.',
      code: 'storage_full',
      stores: { database: 'ok', disk: 'full' },
    })
  })

  it('returns 200 on /readyz and names an unreachable store that is not required', async () => {
    const { answered } = await readiness({ database: fine }, { wanted: { redis: away } })
    const reply = await answered
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { ready: true, stores: { database: 'ok', redis: 'unreachable' } },
    ])
  })

  it('waits two seconds for a store that does not respond', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { answered } = await readiness({ database: () => new Promise(() => undefined) })
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await answered).json()).toMatchObject({ code: 'store_unavailable', stores: { database: 'unreachable' } })
  })

  it('returns 503 on /readyz while the service drains, although the process is alive', async () => {
    const { healthz, answered, app } = await readiness({ database: fine }, { draining: true })
    expect(healthz[0]).toBe(200)
    expect((await answered).json()).toMatchObject({ code: 'shutting_down' })
    for (const url of ['/api/auth/me', '/app/', '/metrics']) {
      const reply = await app.inject(url)
      expect([reply.statusCode, reply.json().code, reply.headers['retry-after'], reply.headers['connection']]).toEqual([
        503,
        'shutting_down',
        '1',
        'close',
      ])
    }
  })
})
