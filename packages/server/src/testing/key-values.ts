import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, vi } from 'vitest'
import { createDatabaseKeyValue } from '../platform/key-value/database-key-value.ts'
import type { Key, KeyValue } from '../platform/key-value/key-value.ts'
import { createRedisKeyValue } from '../platform/key-value/redis-key-value.ts'
import { databaseKinds, reportMissingPostgres } from './databases.ts'
import { openTestRedis, redisAvailable, redisUrl } from './redis.ts'
import { redisServerInstalled, startRedisCluster } from './redis-servers.ts'
import { reportMissing } from './report-missing.ts'

interface Opened {
  store: KeyValue
  close(): Promise<void>
}

const openRedis = (url?: string, cluster?: boolean): Opened => {
  const { redis, prefix, close } = openTestRedis(url, cluster)
  let fence = 0
  return { store: createRedisKeyValue({ redis, prefix, nextFence: async () => ++fence }), close }
}

const kinds: { name: string; open(): Promise<Opened> }[] = databaseKinds.map(({ name, open }) => ({
  name,
  open: async () => {
    const { database, close } = await open()
    return { store: createDatabaseKeyValue({ database }), close }
  },
}))

const hasRedis = await redisAvailable()
if (hasRedis) kinds.push({ name: 'redis', open: async () => openRedis() })

if (redisServerInstalled())
  kinds.push({
    name: 'redis cluster',
    open: async () => {
      const cluster = await startRedisCluster()
      const { store, close } = openRedis(cluster.url, true)
      return { store, close: () => close().finally(cluster.close) }
    },
  })

export interface GivenKeyValue {
  store: KeyValue
  /** A different deal for each test. */
  dealId: string
  key(id?: string, kind?: Key['kind']): Key
  expired(key: Key): Promise<unknown>
}

/** Runs a suite on every store. */
export const onEachKeyValue = (title: string, rules: (given: GivenKeyValue) => void): void => {
  reportMissingPostgres(`${title} (postgres)`)
  if (!hasRedis) reportMissing(`${title} (redis)`, `nobody answers at ${new URL(redisUrl).host}`)
  if (!redisServerInstalled()) reportMissing(`${title} (redis cluster)`, 'redis-server is not installed')
  describe.each(kinds)(`${title} ($name)`, ({ open }) => {
    let opened: Opened | undefined
    const given: GivenKeyValue = {
      get store() {
        if (opened === undefined) throw new Error('The store is not open')
        return opened.store
      },
      dealId: '',
      key: (id = 'a', kind = 'session') => ({ dealId: given.dealId, kind, id }),
      expired: (key) => vi.waitUntil(async () => !(await given.store.get(key)), { timeout: 5_000, interval: 5 }),
    }
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened?.close())
    beforeEach(() => {
      given.dealId = `deal-${randomUUID()}`
    })
    rules(given)
  })
}
