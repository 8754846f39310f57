import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { onPostgres } from '../../testing/databases.ts'
import { startMutingProxy } from '../../testing/muting-proxy.ts'
import { redisServerInstalled, startRedis } from '../../testing/redis-servers.ts'
import { reportMissing } from '../../testing/report-missing.ts'
import { createRedis } from '../redis/redis.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { Bus } from './bus.ts'
import { createPostgresBus } from './postgres-bus.ts'
import { createRedisBus } from './redis-bus.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const opened = (bus: Bus): Bus => {
  closing.push(bus.close)
  return bus
}
const ignore = (): void => undefined
const soon = { timeout: 10_000 }
const quiet = { onLost: ignore, onError: ignore }

describe('bus during a server outage', () => {
  test('fails to publish at once while PostgreSQL is down, but lets subscribers join', async () => {
    const bus = opened(createPostgresBus({ connection: { host: '127.0.0.1', port: 1 }, ...quiet }))
    await expect(bus.publish('topic', 1)).rejects.toBeInstanceOf(StoreUnavailable)
    await (await bus.subscribe('topic', { onMessage: ignore, onGap: ignore }))()
  })

  if (!redisServerInstalled()) reportMissing('a bus whose Redis comes late', 'redis-server is not installed')
  else
    test('reports the gap to a subscriber that joined while Redis was down, then delivers messages', async () => {
      const server = await startRedis()
      closing.push(server.close)
      await server.kill()
      const redis = createRedis({ url: server.url, cluster: false, onLost: ignore })
      closing.push(redis.close)
      const bus = opened(createRedisBus({ redis, prefix: 'test:', ...quiet }))
      const [onMessage, onGap] = [vi.fn(), vi.fn()]
      await bus.subscribe('topic', { onMessage, onGap })
      await expect(bus.publish('topic', 1)).rejects.toBeInstanceOf(StoreUnavailable)
      expect(onGap).not.toHaveBeenCalled()
      await server.start()
      await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), soon)
      await vi.waitFor(() => bus.publish('topic', 2), soon)
      await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith(2), soon)
    })
})

onPostgres('bus on PostgreSQL', ({ open }) => {
  test('detects a connection that has gone silent and reports the gap', async () => {
    const { connection, close } = await open()
    closing.push(close)
    const { host, port, user, database, password } = new pg.Client(connection)
    const proxy = await startMutingProxy({ host, port })
    closing.push(proxy.close)
    const through = { host: '127.0.0.1', port: proxy.port, user, database, password: password ?? undefined }
    const bus = opened(
      createPostgresBus({ connection: through, name: `bus-${randomUUID()}`, heartbeatMs: 100, ...quiet }),
    )
    const [onMessage, onGap] = [vi.fn(), vi.fn()]
    await bus.subscribe('topic', { onMessage, onGap })
    await bus.publish('topic', 1)
    await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith(1), soon)
    proxy.mute()
    await expect(bus.publish('topic', 2)).rejects.toBeInstanceOf(StoreUnavailable)
    await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), soon)
    await vi.waitFor(() => bus.publish('topic', 3), soon)
    await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith(3), soon)
  })
})
