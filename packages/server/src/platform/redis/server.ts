import { createClient } from 'redis'
import { within } from '../connections/within.ts'
import {
  clientSettings,
  closeClient,
  type NodesOptions,
  parseRedisUrl,
  type RedisNodes,
  socketSettings,
} from './nodes.ts'

export const openServer = ({ url, name, watchEveryMs, onLost }: NodesOptions): RedisNodes => {
  parseRedisUrl(url)
  const client = createClient({ url, name, ...clientSettings, socket: socketSettings })
  let closed = false
  client.on('error', onLost)

  const connect = async (): Promise<void> => {
    try {
      await client.connect()
    } catch (error) {
      if (!closed) onLost(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const tried = new Promise<void>((resolve) => {
    client.once('error', () => resolve())
    void connect().then(resolve)
  })

  /** While data keeps being written, a socket whose peer is gone looks alive and would be kept for many minutes. */
  const watch = async (): Promise<void> => {
    if (!client.isReady) return
    try {
      await within(watchEveryMs / 2, client.ping())
    } catch (error) {
      if (closed || !client.isReady) return
      onLost(new Error('Redis does not answer; connecting again', { cause: error }))
      client.destroy()
      await connect()
    }
  }
  const watching = setInterval(() => void watch().catch(onLost), watchEveryMs).unref()

  return {
    client,
    tried,
    send: (_key, args) => client.sendCommand(args),
    holderOf: async () => client,
    all: async () => [client],
    hearingUrl: () => url,
    close: async () => {
      closed = true
      clearInterval(watching)
      await closeClient(client)
    },
  }
}
