import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseKinds, reportMissingPostgres } from '../../testing/databases.ts'
import { openTestRedis, redisAvailable, redisUrl } from '../../testing/redis.ts'
import { redisServerInstalled, startRedisCluster } from '../../testing/redis-servers.ts'
import { reportMissing } from '../../testing/report-missing.ts'
import { createRedis } from '../redis/redis.ts'
import { type Bus, maxMessageBytes } from './bus.ts'
import { createInProcessBus } from './in-process-bus.ts'
import { createPostgresBus } from './postgres-bus.ts'
import { createRedisBus } from './redis-bus.ts'

/** Two nodes of a service: messages published on one reach the other. */
interface Opened {
  here: Bus
  there: Bus
  /** Breaks the connections of the second node; absent for a single process. */
  cut?(): Promise<void>
  close(): Promise<void>
}

interface Adapter {
  name: string
  open(onError: (error: unknown) => void): Promise<Opened>
}

const ignore = (): void => undefined
const soon = { timeout: 10_000 }

const openRedis = (nodeUrls: string[], cluster: boolean, onError: (error: unknown) => void): Opened => {
  const { redis, prefix, close } = openTestRedis(nodeUrls[0], cluster)
  const name = `bus-${randomUUID()}`
  const bus = (own: string): Bus => createRedisBus({ redis, prefix, name: own, onLost: ignore, onError })
  const [here, there] = [bus('here'), bus(name)]
  return {
    here,
    there,
    cut: async () => {
      const nodes = nodeUrls.map((url) => createRedis({ url, cluster: false, onLost: ignore }))
      const killSubscriber = async (): Promise<boolean> => {
        for (const node of nodes) {
          const clients = String(await node.command('', ['CLIENT', 'LIST'])).split('\n')
          const [, id] = /^id=(\d+)/.exec(clients.find((client) => client.includes(` name=${name} `)) ?? '') ?? []
          // Stop after one kill: the subscriber may already have reconnected to a later node of this loop.
          if (id !== undefined) return (await node.command('', ['CLIENT', 'KILL', 'ID', id])) === 1
        }
        return false
      }
      // Retry, because between two connections there is nothing to kill and the test would never see a gap.
      await vi.waitUntil(killSubscriber, soon)
      await Promise.all(nodes.map((node) => node.close()))
    },
    close: async () => {
      await Promise.all([here.close(), there.close()])
      await close()
    },
  }
}

const adapters: Adapter[] = [
  {
    name: 'one process',
    open: async (onError) => {
      const bus = createInProcessBus({ onError })
      return { here: bus, there: bus, close: bus.close }
    },
  },
]
reportMissingPostgres('the bus on PostgreSQL')
for (const { open } of databaseKinds.filter(({ name }) => name === 'postgres')) {
  adapters.push({
    name: 'PostgreSQL',
    open: async (onError) => {
      const { database, connection, close } = await open()
      const name = `bus-${randomUUID()}`
      const bus = (own: string): Bus => createPostgresBus({ connection, name: own, onLost: ignore, onError })
      const [here, there] = [bus('here'), bus(name)]
      return {
        here,
        there,
        cut: async () => {
          const text = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1'
          await database.query({ text, values: [name] })
        },
        close: async () => {
          await Promise.all([here.close(), there.close()])
          await close()
        },
      }
    },
  })
}
if (await redisAvailable())
  adapters.push({ name: 'Redis', open: async (onError) => openRedis([redisUrl], false, onError) })
else reportMissing('the bus on Redis', `nobody answers at ${new URL(redisUrl).host}`)

if (redisServerInstalled())
  adapters.push({
    name: 'a Redis cluster',
    open: async (onError) => {
      const cluster = await startRedisCluster()
      const { close, ...opened } = openRedis(
        cluster.nodes.map(({ url }) => url),
        true,
        onError,
      )
      return { ...opened, close: () => close().finally(cluster.close) }
    },
  })
else reportMissing('the bus on a Redis cluster', 'redis-server is not installed')

describe.each(adapters)('bus on $name', ({ name, open }) => {
  const errors: unknown[] = []
  let opened: Opened
  let topic: string

  beforeAll(async () => {
    opened = await open((error) => errors.push(error))
  })
  afterAll(() => opened?.close())
  beforeEach(() => {
    topic = `topic ${randomUUID()}`
    errors.length = 0
  })

  /** Subscribes and records the messages it receives. */
  const listen = async (bus: Bus, to = topic) => {
    const heard: unknown[] = []
    const onGap = vi.fn()
    const unsubscribe = await bus.subscribe(to, { onMessage: (message) => void heard.push(message), onGap })
    return {
      heard,
      onGap,
      unsubscribe,
      hears: (count: number) => vi.waitFor(() => expect(heard).toHaveLength(count), soon),
    }
  }

  test('delivers a message published on one node unchanged to both nodes', async () => {
    const listeners = [await listen(opened.here), await listen(opened.there)]
    const messages = [null, 0, '', 'é \u{1f600} \0 \ud800 \n "', [1, [2]], { deal_id: 'd', seq: 7 }]
    for (const message of messages) await opened.here.publish(topic, message)
    for (const { heard, hears, onGap } of listeners) {
      await hears(messages.length)
      expect(heard).toEqual(messages)
      expect(onGap).not.toHaveBeenCalled()
    }
  })

  test('keeps topics apart, whatever characters they contain', async () => {
    const topics = ['a', 'b', 'a:b', '{a}', '*', 'é', '\u{1f600}'.repeat(100)].map((name) => name + topic)
    const listeners = await Promise.all(topics.map((name) => listen(opened.there, name)))
    await Promise.all(topics.map((name) => opened.here.publish(name, name)))
    for (const [place, { heard, hears }] of listeners.entries()) {
      await hears(1)
      expect(heard).toEqual([topics[place]])
    }
  })

  test('delivers the messages of one publisher on one topic in order and exactly once', async () => {
    const listener = await listen(opened.there)
    const numbers = Array.from({ length: 500 }, (_, n) => n)
    await Promise.all(numbers.map((n) => opened.here.publish(topic, n)))
    await listener.hears(500)
    expect(listener.heard).toEqual(numbers)
  })

  test('delivers messages on a hundred topics at the same time', async () => {
    const listeners = await Promise.all(numbersTo(100).map((n) => listen(opened.there, `${topic} ${n}`)))
    await Promise.all(numbersTo(100).map((n) => opened.here.publish(`${topic} ${n}`, n)))
    for (const [n, { heard, hears }] of listeners.entries()) {
      await hears(1)
      expect(heard).toEqual([n])
    }
    await Promise.all(listeners.map(({ unsubscribe }) => unsubscribe()))
  })

  test('delivers nothing after unsubscribe is called, and keeps delivering to other subscribers', async () => {
    const [leaving, staying] = [await listen(opened.there), await listen(opened.there)]
    await opened.here.publish(topic, 1)
    const left = leaving.unsubscribe()
    const before = leaving.heard.length
    await left
    await opened.here.publish(topic, 2)
    await staying.hears(2)
    expect(leaving.heard).toHaveLength(before)
  })

  test('delivers on a topic again after all subscribers left and one came back', async () => {
    for (const round of [1, 2, 3]) {
      const listener = await listen(opened.there)
      await opened.here.publish(topic, round)
      await listener.hears(1)
      // Not awaited: the next subscription starts while this one is still ending.
      void listener.unsubscribe()
    }
  })

  test('does not end another subscription when unsubscribe is called twice', async () => {
    const first = await listen(opened.there)
    await first.unsubscribe()
    const second = await listen(opened.there)
    await first.unsubscribe()
    await opened.here.publish(topic, 1)
    await second.hears(1)
  })

  test('keeps delivering to the other subscribers when one fails', async () => {
    const failure = new Error('subscriber')
    const fails = [
      () => {
        throw failure
      },
      async () => {
        throw failure
      },
    ]
    for (const onMessage of fails) await opened.there.subscribe(topic, { onMessage, onGap: ignore })
    const listener = await listen(opened.there)
    await opened.here.publish(topic, 1)
    await opened.here.publish(topic, 2)
    await listener.hears(2)
    await vi.waitFor(() => expect(errors).toEqual([failure, failure, failure, failure]), soon)
  })

  test('gives each subscriber its own copy of the message', async () => {
    const listeners = [await listen(opened.there), await listen(opened.there)]
    await opened.here.publish(topic, { a: 1 })
    for (const { hears } of listeners) await hears(1)
    expect(listeners[0]?.heard[0]).not.toBe(listeners[1]?.heard[0])
  })

  test('does not run a subscriber inside the publisher’s transaction', async () => {
    const context = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    await opened.there.subscribe(topic, { onMessage: () => void seen.push(context.getStore()), onGap: ignore })
    await context.run('a transaction', () => opened.here.publish(topic, 1))
    await vi.waitFor(() => expect(seen).toEqual([undefined]), soon)
  })

  test('delivers a message of 4 KiB and rejects a larger one and one that is not JSON', async () => {
    const longest = topic + '\u{1f600}'.repeat(200 - topic.length)
    const listener = await listen(opened.there, longest)
    for (const filler of ['x', '"', 'é']) {
      const size = Buffer.byteLength(JSON.stringify(filler)) - 2
      const fits = filler.repeat(Math.floor((maxMessageBytes - 2) / size))
      await opened.here.publish(longest, fits)
      await expect(opened.here.publish(longest, fits + filler)).rejects.toThrow(/at most 4096 bytes/)
    }
    await expect(opened.here.publish(longest, undefined)).rejects.toThrow(/JSON/)
    await listener.hears(3)
  })

  test.each(['', 'x'.repeat(201), 'a\nb', '\ud800'])('rejects the topic %j', async (wrong) => {
    await expect(opened.here.publish(wrong, 1)).rejects.toThrow(/topic/)
    await expect(opened.here.subscribe(wrong, { onMessage: ignore, onGap: ignore })).rejects.toThrow(/topic/)
  })

  if (name !== 'one process')
    test('reports a gap to every subscriber of a node after its connection breaks, and delivers again', async () => {
      const other = await listen(opened.here)
      const listeners = [
        await listen(opened.there),
        await listen(opened.there),
        await listen(opened.there, `${topic} 2`),
      ]
      const gone = await listen(opened.there)
      await gone.unsubscribe()
      for (const round of [1, 2]) {
        const before = listeners.map(({ onGap }) => onGap.mock.calls.length)
        await opened.cut?.()
        // A busy server may drop the connection again: at least one gap is reported, and messages sent during it may be
        // lost.
        for (const [place, { onGap }] of listeners.entries())
          await vi.waitFor(() => expect(onGap.mock.calls.length).toBeGreaterThan(before[place] ?? 0), soon)
        await vi.waitFor(async () => {
          await opened.here.publish(topic, round)
          await opened.here.publish(`${topic} 2`, round)
          for (const { heard } of listeners) expect(heard).toContain(round)
        }, soon)
        // The node that was disconnected can publish again too.
        await vi.waitFor(() => opened.there.publish(`${topic} 3`, round), soon)
      }
      expect(other.onGap).not.toHaveBeenCalled()
      expect(gone.onGap).not.toHaveBeenCalled()
    })
})

const numbersTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n)
