import { createHash } from 'node:crypto'
import { ErrorReply } from 'redis'
import { within } from '../connections/within.ts'
import { openCluster } from './cluster.ts'
import { asRedisFailure } from './failures.ts'
import type { RedisNodes } from './nodes.ts'
import { openServer } from './server.ts'
import { openSubscriber, type Subscriber } from './subscriber.ts'

/**
 * A single server or a cluster. It connects and reconnects by itself; meanwhile every call fails with StoreUnavailable.
 */
export interface Redis {
  /** For libraries that send their own commands; the same object across reconnections. */
  readonly client: RedisNodes['client']
  /** Runs one command on the node that holds the key. */
  command(key: string, args: readonly string[]): Promise<unknown>
  /** Runs a Lua script; all keys must lie in one hash slot. */
  script(script: Script, keys: readonly [string, ...string[]], args: readonly string[]): Promise<unknown>
  /** Batches of the keys that match a pattern, node by node; a key can appear twice. */
  scan(pattern: string): AsyncIterable<string[]>
  publish(channel: string, message: string): Promise<void>
  subscriber(name: string, onLost: (error: Error) => void): Promise<Subscriber>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface Script {
  readonly text: string
  readonly sha: string
}

export const defineScript = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') })

export interface RedisOptions {
  url: string
  cluster: boolean
  /** Called when a connection is lost or cannot be opened. */
  onLost: (error: Error) => void
  /** The connection name, as Redis lists it. */
  name?: string
  commandTimeoutMs?: number
  watchEveryMs?: number
}

export const createRedis = (options: RedisOptions): Redis => {
  const { url, cluster, onLost, name = 'deal-canvas', commandTimeoutMs = 1_500, watchEveryMs = 5_000 } = options
  const nodes = (cluster ? openCluster : openServer)({ url, name, watchEveryMs, onLost })

  const bounded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await within(commandTimeoutMs, nodes.tried.then(work))
    } catch (error) {
      throw asRedisFailure(error)
    }
  }

  const script: Redis['script'] = ({ text, sha }, keys, args) =>
    bounded(async () => {
      const rest = [String(keys.length), ...keys, ...args]
      try {
        return await nodes.send(keys[0], ['EVALSHA', sha, ...rest])
      } catch (error) {
        if (!(error instanceof ErrorReply && error.message.startsWith('NOSCRIPT'))) throw error
        return nodes.send(keys[0], ['EVAL', text, ...rest])
      }
    })

  return {
    client: nodes.client,
    command: (key, args) => bounded(() => nodes.send(key, args)),
    script,
    async *scan(pattern) {
      for (const node of await bounded(() => nodes.all())) {
        let cursor = '0'
        do {
          const from = cursor
          const page = await bounded(() => node.scan(from, { MATCH: pattern, COUNT: 500 }))
          if (page.keys.length > 0) yield page.keys
          cursor = page.cursor
        } while (cursor !== '0')
      }
    },
    publish: async (channel, message) => {
      await bounded(async () => (await nodes.holderOf(channel)).publish(channel, message))
    },
    subscriber: async (subscriberName, onSubscriberLost) => {
      const hearingUrl = await bounded(async () => nodes.hearingUrl())
      return openSubscriber(hearingUrl, subscriberName, onSubscriberLost)
    },
    ping: async () => {
      await bounded(async () => Promise.all((await nodes.all()).map((node) => node.ping())))
    },
    close: nodes.close,
  }
}
