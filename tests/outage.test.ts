import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { compose, type Service } from '../packages/server/src/compose.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { createLogger } from '../packages/server/src/http/logger.ts'
import { onPostgres, type TestPlace } from '../packages/server/src/testing/databases.ts'

/** A TCP proxy to the database that can be cut and restored. */
const createCutter = (target: { host: string; port: number }) => {
  const open = new Set<Socket>()
  let server: Server
  let port = 0
  const join = async () => {
    server = createServer((near) => {
      const far = connect(target.port, target.host)
      for (const socket of [near, far]) {
        open.add(socket)
        socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
      }
      near.pipe(far).pipe(near)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  return { join, cut, port: () => port }
}

// An embedded database has no network to lose; its restart is tested in database-crash.test.ts.
onPostgres('database outage', (kind) => {
  let place: TestPlace
  let service: Service
  let cutter: ReturnType<typeof createCutter>
  const login = () =>
    service.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'owner@example.com', password: 'deal-canvas-demo' },
    })

  beforeAll(async () => {
    place = await kind.place()
    const url = new URL(place.env['DATABASE_URL'] ?? '')
    cutter = createCutter({ host: url.hostname, port: Number(url.port || 5432) })
    await cutter.join()
    url.port = String(cutter.port())
    url.hostname = '127.0.0.1'
    const config = readConfig({ ...place.env, DATABASE_URL: url.href, DEMO: 'on' })
    service = await compose(config, { log: createLogger('silent'), demoDeals: false })
  })
  afterAll(async () => {
    await service.drain()
    await cutter.cut()
    await place.remove()
  })

  it('responds 503 with Retry-After while the database is unreachable, and recovers without a restart', async () => {
    expect((await login()).statusCode).toBe(200)
    await cutter.cut()
    const during = await login()
    expect([during.statusCode, during.json().code, during.headers['retry-after']]).toEqual([
      503,
      'store_unavailable',
      '1',
    ])
    expect((await service.app.inject('/healthz')).statusCode).toBe(200)
    const ready = await service.app.inject('/readyz')
    expect([ready.statusCode, ready.json().stores]).toEqual([503, { database: 'unreachable' }])
    await cutter.join()
    await vi.waitUntil(async () => (await login()).statusCode === 200, { timeout: 5_000 })
    expect((await service.app.inject('/readyz')).statusCode).toBe(200)
  })
})
