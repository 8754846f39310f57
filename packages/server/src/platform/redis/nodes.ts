import type { RedisClientType, RedisClusterType } from 'redis'
import { backoffMs } from '../connections/backoff.ts'
import { within } from '../connections/within.ts'

/** A single server or a cluster behind one interface. */
export interface RedisNodes {
  client: RedisClientType | RedisClusterType
  /**
   * Settled once the first connection is up or has failed: connecting at startup takes a moment and is not an outage.
   */
  tried: Promise<void>
  send(key: string, args: readonly string[]): Promise<unknown>
  holderOf(key: string): Promise<RedisClientType>
  all(): Promise<RedisClientType[]>
  /** The address of a node that receives every message. */
  hearingUrl(): string
  close(): Promise<void>
}

export interface NodesOptions {
  url: string
  name: string
  watchEveryMs: number
  onLost: (error: Error) => void
}

/** Node's own error would contain the address, and with it the password. */
export const parseRedisUrl = (url: string): URL => {
  if (!URL.canParse(url)) throw new Error('The address of Redis is not a URL')
  const parsed = new URL(url)
  if (['redis:', 'rediss:'].includes(parsed.protocol)) return parsed
  throw new Error('The address of Redis must begin with redis:// or rediss://')
}

export const clientSettings = {
  disableOfflineQueue: true,
  maintNotifications: 'disabled',
  pingInterval: 3_000,
  // A hanging server must not fill the memory with queued commands.
  commandsQueueMaxLength: 50_000,
} as const

export const socketSettings = {
  connectTimeout: 5_000,
  // Longer than the ping interval: only a connection that died silently is quiet for this long.
  socketTimeout: 10_000,
  reconnectStrategy: backoffMs,
}

/** Lets pending commands finish, if the server still replies. */
export const closeClient = async (client: RedisNodes['client']): Promise<void> => {
  try {
    if (client.isReady) await within(1_000, client.close())
  } catch {
    // The server no longer replies, and its reply is not needed anymore.
  } finally {
    client.destroy()
  }
}
