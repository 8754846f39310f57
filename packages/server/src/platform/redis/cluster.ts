import { setTimeout as pause } from 'node:timers/promises'
import { ClientOfflineError, createCluster, type RedisClusterType } from 'redis'
import { backoffMs } from '../connections/backoff.ts'
import {
  clientSettings,
  closeClient,
  type NodesOptions,
  parseRedisUrl,
  type RedisNodes,
  socketSettings,
} from './nodes.ts'

export const openCluster = ({ url, name, onLost }: NodesOptions): RedisNodes => {
  const seed = parseRedisUrl(url)
  const client = createCluster({
    rootNodes: [{ url }],
    // Nodes discovered through the seed do not inherit its credentials.
    defaults: {
      name,
      ...clientSettings,
      ...(seed.username === '' ? {} : { username: decodeURIComponent(seed.username) }),
      ...(seed.password === '' ? {} : { password: decodeURIComponent(seed.password) }),
      socket: seed.protocol === 'rediss:' ? { ...socketSettings, tls: true } : socketSettings,
    },
    // One dead node must not make the others unusable.
    minimizeConnections: true,
  })
  client.on('error', onLost)
  client.on('node-error', onLost)

  const stop = new AbortController()
  const connect = async (onFailed: () => void): Promise<void> => {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      try {
        await client.connect()
        return
      } catch {
        // The error event has already reported the reason.
        onFailed()
        await pause(backoffMs(failures), undefined, { signal: stop.signal }).catch(() => undefined)
      }
    }
  }
  const tried = new Promise<void>((resolve) => {
    void connect(resolve).then(resolve)
  })

  const known = (): RedisClusterType => {
    if (!client.isReady) throw new ClientOfflineError()
    return client
  }

  return {
    client,
    tried,
    send: async (key, args) => known().sendCommand(key, false, [...args]),
    holderOf: async (key) => known().getNodeClientForKey(key),
    all: async () => Promise.all(known().masters.map((node) => client.nodeClient(node))),
    hearingUrl: () => {
      const { masters } = known()
      // A random node each time, so that a dead one is not used forever.
      const node = masters[Math.floor(Math.random() * masters.length)]
      const address = new URL(seed)
      if (node !== undefined) address.host = `${node.host.includes(':') ? `[${node.host}]` : node.host}:${node.port}`
      return address.href
    },
    close: async () => {
      stop.abort()
      await closeClient(client)
    },
  }
}
