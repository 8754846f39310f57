import { randomUUID } from 'node:crypto'
import { limitRules } from '@deal-canvas/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DomainError } from '../../domain-error.ts'
import { databaseKinds, reportMissingPostgres } from '../../testing/databases.ts'
import { startMutingProxy } from '../../testing/muting-proxy.ts'
import { openTestRedis, redisAvailable, redisUrl } from '../../testing/redis.ts'
import { redisServerInstalled, startRedis, startRedisCluster } from '../../testing/redis-servers.ts'
import { reportMissing } from '../../testing/report-missing.ts'
import { createRedis } from '../redis/redis.ts'
import { createDatabaseLimits } from './database-limits.ts'
import type { Limits } from './limits.ts'
import { createRedisLimits } from './redis-limits.ts'

interface Store {
  /** The limits of another node on the same store. */
  node(): Promise<Limits>
  close(): Promise<void>
}

const onRedis = (url?: string, cluster = false): Store => {
  const first = openTestRedis(url, cluster)
  const others: { close(): Promise<void> }[] = []
  return {
    node: async () => {
      const redis = createRedis({ url: url ?? redisUrl, cluster, onLost: () => undefined })
      others.push(redis)
      // While still connecting, it would count locally.
      await redis.ping()
      return createRedisLimits({ client: redis.client, prefix: first.prefix })
    },
    close: async () => {
      for (const { close } of [...others, first]) await close()
    },
  }
}

const kinds: { name: string; open(): Promise<Store> }[] = databaseKinds.map(({ name, open }) => ({
  name,
  open: async () => {
    const { database, close } = await open()
    return { node: async () => createDatabaseLimits(database), close }
  },
}))
reportMissingPostgres('limits on PostgreSQL')
if (await redisAvailable()) kinds.push({ name: 'redis', open: async () => onRedis() })
else reportMissing('limits on Redis', `nobody answers at ${new URL(redisUrl).host}`)
if (redisServerInstalled()) {
  kinds.push({
    name: 'redis cluster',
    open: async () => {
      const cluster = await startRedisCluster()
      const { node, close } = onRedis(cluster.url, true)
      return { node, close: () => close().finally(cluster.close) }
    },
  })
} else reportMissing('limits on a Redis cluster, and on a Redis that goes away', 'redis-server is not installed')

const rule = 'login_account_and_address'
const { points, seconds } = limitRules[rule]

const times = async (count: number, work: () => Promise<void>): Promise<void> => {
  for (let done = 0; done < count; done++) await work()
}
const refusalOf = async (attempt: Promise<void>): Promise<DomainError> => {
  const error = await attempt.then(
    () => expect.unreachable('not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof DomainError)) throw error
  expect(error.code).toBe('rate_limited')
  return error
}
const refusals = async (attempts: Promise<void>[]): Promise<number> =>
  (await Promise.allSettled(attempts)).filter(({ status }) => status === 'rejected').length

describe.each(kinds)('rate limits ($name)', ({ open }) => {
  let store: Store
  let limits: Limits
  let key: string
  beforeAll(async () => {
    store = await open()
    limits = await store.node()
  })
  afterAll(() => store?.close())
  beforeEach(() => {
    key = randomUUID()
  })

  it('allows calls up to the limit, then returns when to retry', async () => {
    await times(points, () => limits.take(rule, key))
    const { retryAfterSeconds = 0 } = await refusalOf(limits.take(rule, key))
    expect(retryAfterSeconds).toBeGreaterThan(seconds - 60)
    expect(retryAfterSeconds).toBeLessThanOrEqual(seconds)
  })

  it('counts each key and each rule separately', async () => {
    await times(points, () => limits.take(rule, key))
    await limits.take(rule, `${key}-other`)
    await limits.take('login_account', key)
    await refusalOf(limits.take(rule, key))
  })

  it('counts without rejecting and returns the count', async () => {
    const counted = await Promise.all(Array.from({ length: points + 5 }, () => limits.count(rule, key)))
    expect(counted.toSorted((a, b) => a - b)).toEqual(Array.from({ length: points + 5 }, (_, index) => index + 1))
    await limits.giveBack(rule, key)
    expect(await limits.count(rule, key)).toBe(points + 5)
    await refusalOf(limits.take(rule, key))
  })

  it('takes back a call that should not count', async () => {
    await times(points, () => limits.take(rule, key))
    await limits.giveBack(rule, key)
    await limits.take(rule, key)
    await refusalOf(limits.take(rule, key))
  })

  it('gives no credit for returning a call that was never taken', async () => {
    await limits.giveBack(rule, key)
    await times(points, () => limits.take(rule, key))
    await refusalOf(limits.take(rule, key))
  })

  it('allows exactly the limit among concurrent calls', async () => {
    expect(await refusals(Array.from({ length: points * 3 }, () => limits.take(rule, key)))).toBe(points * 2)
  })

  it('keeps rate limit counts across a restart', async () => {
    await times(points, () => limits.take(rule, key))
    await refusalOf((await store.node()).take(rule, key))
  })

  it('counts rate limits across nodes', async () => {
    const other = await store.node()
    const attempts = Array.from({ length: points * 2 }, (_, n) => (n % 2 === 0 ? limits : other).take(rule, key))
    expect(await refusals(attempts)).toBe(points)
  })

  it('accepts any text as a rate limit key', async () => {
    for (const odd of ['', ' ', "'; DROP TABLE rate_limits; --", 'ключ:{a}', 'x'.repeat(300)]) {
      const unusual = `${key}${odd}`
      await times(points, () => limits.take(rule, unusual))
      await refusalOf(limits.take(rule, unusual))
    }
  })
})

describe.each(kinds.filter(({ name }) => !name.startsWith('redis')))(
  'expired rate limit windows ($name)',
  ({ open }) => {
    afterEach(() => void vi.useRealTimers())

    it('restarts the count when the window expires', async () => {
      const store = await open()
      const limits = await store.node()
      vi.useFakeTimers({ toFake: ['Date'] })
      await times(points, () => limits.take(rule, 'key'))
      vi.setSystemTime(Date.now() + seconds * 1000 - 1000)
      expect((await refusalOf(limits.take(rule, 'key'))).retryAfterSeconds).toBe(1)
      vi.setSystemTime(Date.now() + 1001)
      await times(points, () => limits.take(rule, 'key'))
      await refusalOf(limits.take(rule, 'key'))
      await store.close()
    })
  },
)

describe.runIf(redisServerInstalled())('rate limits during a Redis outage', () => {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  const ignore = (): void => undefined

  it('counts in the process while Redis is down, and in Redis again when it is back', async () => {
    const server = await startRedis()
    closing.push(server.close)
    const redis = createRedis({ url: server.url, cluster: false, onLost: ignore })
    closing.push(redis.close)
    const limits = createRedisLimits({ client: redis.client, prefix: 'test:' })
    const counted = () => redis.command('', ['GET', `test:limit:${rule}:key`])
    await redis.ping()
    await times(3, () => limits.take(rule, 'key'))
    expect(await counted()).toBe('3')

    await server.kill()
    await times(points, () => limits.take(rule, 'key'))
    await refusalOf(limits.take(rule, 'key'))
    await limits.giveBack(rule, 'other')

    await server.start()
    await vi.waitFor(() => redis.ping(), { timeout: 10_000 })
    await limits.take(rule, 'key')
    expect(await counted()).toBe('1')
  })

  it('counts in the process when Redis does not reply', async () => {
    const server = await startRedis()
    closing.push(server.close)
    const proxy = await startMutingProxy({ host: '127.0.0.1', port: server.port })
    closing.push(proxy.close)
    const url = `redis://127.0.0.1:${proxy.port}`
    const redis = createRedis({ url, cluster: false, onLost: ignore, watchEveryMs: 100 })
    closing.push(redis.close)
    const limits = createRedisLimits({ client: redis.client, prefix: 'test:' })
    await redis.ping()
    proxy.mute()
    await limits.take(rule, 'key')
  })
})
