import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startMutingProxy } from '../../testing/muting-proxy.ts'
import { redisServerInstalled, startRedis, startRedisCluster } from '../../testing/redis-servers.ts'
import { reportMissing } from '../../testing/report-missing.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createRedis, type Redis } from './redis.ts'

const closing: (() => Promise<void>)[] = []
const opened = (redis: Redis): Redis => {
  closing.push(redis.close)
  return redis
}
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error)

describe('Redis address', () => {
  test.each(['redis//:s3cret@x', 'redis://:s3cret@ho st', 'http://:s3cret@host'])(
    'rejects %s without repeating the password',
    (url) => {
      for (const cluster of [false, true]) {
        const attempt = () => createRedis({ url, cluster, onLost: () => undefined })
        expect(attempt).toThrow(/address of Redis/)
        try {
          attempt()
        } catch (error) {
          expect(inspect(error, { depth: 9 })).not.toContain('s3cret')
        }
      }
    },
  )
})

describe('unreachable Redis', () => {
  test.each([false, true])(
    'fails a command at once with StoreUnavailable and without the password (cluster: %s)',
    async (cluster) => {
      const onLost = vi.fn()
      const redis = opened(
        createRedis({ url: 'redis://me:s3cret@127.0.0.1:1', cluster, onLost, commandTimeoutMs: 60_000 }),
      )
      for (const work of [redis.ping(), redis.command('a', ['GET', 'a']), redis.publish('a', 'b')]) {
        const error = await failureOf(work)
        expect(error).toBeInstanceOf(StoreUnavailable)
        expect(error).toMatchObject({ store: 'redis' })
        expect(inspect(error, { depth: 9 })).not.toContain('s3cret')
      }
      expect(onLost).toHaveBeenCalled()
    },
  )
})

if (!redisServerInstalled()) reportMissing('Redis that comes and goes', 'redis-server is not installed')
else
  describe('Redis outage and recovery', () => {
    test('fails commands while Redis is down and recovers by itself when it is back', async () => {
      const server = await startRedis()
      closing.push(server.close)
      const redis = opened(
        createRedis({ url: server.url, cluster: false, onLost: () => undefined, commandTimeoutMs: 60_000 }),
      )
      await redis.command('a', ['SET', 'a', '1'])
      await server.kill()
      expect(await failureOf(redis.command('a', ['GET', 'a']))).toBeInstanceOf(StoreUnavailable)
      expect(await failureOf(redis.ping())).toBeInstanceOf(StoreUnavailable)
      await server.start()
      await vi.waitFor(() => redis.ping(), { timeout: 10_000 })
    })

    test('reports a wrong password as an unavailable store without repeating it', async () => {
      const server = await startRedis('--requirepass', 'right-one')
      closing.push(server.close)
      const url = server.url.replace('//', '//:wr0ng@')
      const wrong = opened(createRedis({ url, cluster: false, onLost: () => undefined }))
      const error = await failureOf(wrong.ping())
      expect(error).toBeInstanceOf(StoreUnavailable)
      expect(inspect(error, { depth: 9 })).not.toContain('wr0ng')
      const right = opened(
        createRedis({ url: server.url.replace('//', '//:right-one@'), cluster: false, onLost: () => undefined }),
      )
      await right.ping()
    })

    test('detects and replaces a connection that has gone silent, however much is written to it', async () => {
      const server = await startRedis()
      closing.push(server.close)
      const proxy = await startMutingProxy({ host: '127.0.0.1', port: server.port })
      closing.push(proxy.close)
      const url = `redis://127.0.0.1:${proxy.port}`
      const redis = opened(
        createRedis({ url, cluster: false, onLost: () => undefined, commandTimeoutMs: 300, watchEveryMs: 400 }),
      )
      await vi.waitFor(() => redis.ping(), { timeout: 5_000 })
      proxy.mute()
      expect(await failureOf(redis.ping())).toBeInstanceOf(StoreUnavailable)
      await vi.waitFor(() => redis.ping(), { timeout: 5_000, interval: 20 })
    })

    test('closes without waiting for a server that does not reply', async () => {
      const server = await startRedis()
      closing.push(server.close)
      const proxy = await startMutingProxy({ host: '127.0.0.1', port: server.port })
      closing.push(proxy.close)
      const redis = createRedis({ url: `redis://127.0.0.1:${proxy.port}`, cluster: false, onLost: () => undefined })
      await redis.ping()
      proxy.mute()
      const lost = failureOf(redis.command('a', ['GET', 'a']))
      // Now the command is in flight.
      await new Promise(setImmediate)
      await redis.close()
      expect(await lost).toBeInstanceOf(StoreUnavailable)
    })

    test('serves the keys of the other nodes while a cluster node is dead, and all keys when it is back', async () => {
      const { url, nodes, close } = await startRedisCluster()
      closing.push(close)
      await nodes[2]?.kill()
      const redis = opened(createRedis({ url, cluster: true, onLost: () => undefined }))
      const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
      const outcomes = () => Promise.all(keys.map((key) => failureOf(redis.command(key, ['SET', key, '1']))))
      const failed = (await outcomes()).filter((error) => error !== undefined)
      expect(failed.every((error) => error instanceof StoreUnavailable)).toBe(true)
      expect(failed.length).toBeGreaterThan(0)
      expect(failed.length).toBeLessThan(keys.length)
      await nodes[2]?.start()
      await vi.waitFor(async () => expect(await outcomes()).toEqual(keys.map(() => undefined)), { timeout: 15_000 })
    })
  })
