import { dealStateKinds } from '@deal-canvas/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type OwnRedis, redisServerInstalled, startRedis } from '../../testing/redis-servers.ts'
import { reportMissing } from '../../testing/report-missing.ts'
import { createRedis } from '../redis/redis.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { Key } from './key-value.ts'
import { createRedisKeyValue } from './redis-key-value.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A store alone on a dedicated server. */
const openOwn = async (nextFence: () => Promise<number> = rising()) => {
  const server: OwnRedis = await startRedis()
  const redis = createRedis({ url: server.url, cluster: false, onLost: () => undefined })
  closing.push(server.close, redis.close)
  const command = (...args: string[]) => redis.command('', args)
  /** How often each command ran, including commands inside scripts. */
  const commands = async () =>
    Object.fromEntries(
      [...String(await command('INFO', 'commandstats')).matchAll(/cmdstat_([\w|]+):calls=(\d+)/g)].map(
        ([, name, calls]) => [name ?? '', Number(calls)],
      ),
    )
  return { server, command, commands, store: createRedisKeyValue({ redis, prefix: 'dc:', nextFence }) }
}

const rising = () => {
  let last = 0
  return async () => ++last
}

const key = (id: string, kind: Key['kind'] = 'lock'): Key => ({ dealId: 'deal', kind, id })

if (!redisServerInstalled()) reportMissing('key-value on a Redis of its own', 'redis-server is not installed')
else
  describe('key-value store on Redis', () => {
    test('rejects a fence that was overtaken in transit and requests a new one', async () => {
      const numbers = [5, 3, 4, 6]
      const { store } = await openOwn(async () => numbers.shift() ?? 0)
      expect(await store.acquire(key('a'), 'ann', 60_000)).toEqual({ holder: 'ann', fence: 5 })
      await store.release(key('a'), 'ann')
      expect(await store.acquire(key('a'), 'bob', 60_000)).toEqual({ holder: 'bob', fence: 6 })
    })

    test('fails instead of retrying forever when fences have permanently fallen behind', async () => {
      const numbers = [9]
      const { store } = await openOwn(async () => numbers.shift() ?? 1)
      await store.acquire(key('a'), 'ann', 60_000)
      await store.release(key('a'), 'ann')
      await expect(store.acquire(key('a'), 'bob', 60_000)).rejects.toThrow(/fencing numbers/)
    })

    test('requests a fence from the database only when a lease is free', async () => {
      const nextFence = vi.fn(rising())
      const { store } = await openOwn(nextFence)
      await store.acquire(key('a'), 'ann', 60_000)
      await store.acquire(key('a'), 'ann', 60_000)
      await store.acquire(key('a'), 'bob', 60_000)
      expect(nextFence).toHaveBeenCalledOnce()
    })

    test('never scans the store for work on one deal, and never uses KEYS or FLUSH', async () => {
      const { store, commands } = await openOwn()
      for (const kind of dealStateKinds) await store.set(key('a', kind), 1)
      await store.acquire(key('b'), 'ann', 60_000)
      await store.list('deal', 'lock', { limit: 10 })
      await store.count('deal')
      await store.deleteKinds(['deal'], dealStateKinds)
      expect(await commands()).not.toHaveProperty('scan')
      await store.set(key('a'), 1)
      for await (const deal of store.deals()) expect(deal).toBe('deal')
      const used = Object.keys(await commands())
      expect(used).toContain('scan')
      expect(used.filter((name) => /^(keys|flush\w*)$/.test(name))).toEqual([])
    })

    test('leaves nothing behind after expiry, not even in the indexes', async () => {
      const { store, command } = await openOwn()
      // Counted while nothing can expire: on a busy machine a short lifetime could end before the check.
      for (const id of ['a', 'b']) await store.set(key(id, 'event'), 1, { ttlMs: 3_600_000 })
      expect(await command('DBSIZE')).toBe(4)
      await store.set(key('a', 'event'), 1, { ttlMs: 30 })
      await store.set(key('b', 'event'), 1, { ttlMs: 60 })
      await vi.waitUntil(async () => (await command('DBSIZE')) === 0, { timeout: 60_000, interval: 10 })
    })

    test('keeps an index as long as one of its entries, and drops expired ids at the next write', async () => {
      const { store, command } = await openOwn()
      await store.set(key('a', 'event'), 1, { ttlMs: 10 })
      await store.set(key('b', 'event'), 1)
      await vi.waitUntil(async () => (await store.get(key('a', 'event'))) === undefined, {
        timeout: 5_000,
        interval: 5,
      })
      expect(await command('PTTL', 'dc:{deal}:event:ids')).toBe(-1)
      await store.set(key('c', 'event'), 1)
      expect(await command('ZRANGE', 'dc:{deal}:event:ids', '0', '-1')).toEqual(['b', 'c'])
      expect(await command('ZCARD', 'dc:{deal}:event:expiry')).toBe(2)
    })

    test('leaves only the last fences after a purge, and those only for a limited time', async () => {
      const { store, command } = await openOwn()
      for (const kind of dealStateKinds) await store.set(key('a', kind), 1)
      await store.acquire(key('b'), 'ann', 60_000)
      await store.deleteKinds(['deal'], dealStateKinds)
      expect(await command('DBSIZE')).toBe(1)
      expect(Number(await command('PTTL', 'dc:{deal}:lock:fence:b'))).toBeGreaterThan(0)
    })

    test('reloads scripts that the server has lost', async () => {
      const { store, command } = await openOwn()
      await store.set(key('a'), 1)
      await command('SCRIPT', 'FLUSH')
      await store.set(key('a'), 2)
      expect((await store.get(key('a')))?.value).toBe(2)
    })

    test('throws StoreUnavailable while Redis is down, and fences still increase when it returns empty', async () => {
      const { server, store } = await openOwn()
      const before = await store.acquire(key('a'), 'ann', 60_000)
      await server.kill()
      for (const call of [
        () => store.get(key('a')),
        () => store.set(key('a'), 1),
        () => store.acquire(key('a'), 'bob', 60_000),
        () => store.list('deal', 'lock', { limit: 1 }),
        () => store.count('deal'),
        () => store.deleteKinds(['deal'], ['lock']),
        () => store.deals()[Symbol.asyncIterator]().next(),
      ])
        await expect(call()).rejects.toBeInstanceOf(StoreUnavailable)
      await server.start()
      const after = await vi.waitFor(() => store.acquire(key('a'), 'bob', 60_000), { timeout: 10_000 })
      expect(after?.fence).toBeGreaterThan(before?.fence ?? Number.POSITIVE_INFINITY)
    })
  })
