import type { RedisClientType, RedisClusterType } from 'redis'
import { backoffMs } from '../connections/backoff.ts'
import { within } from '../connections/within.ts'

/** One server or many, seen alike. */
export interface RedisNodes {
  client: RedisClientType | RedisClusterType
  /** Settled once the first connection stands or has failed: a start takes a moment and is not an outage. */
  tried: Promise<void>
  send(key: string, args: readonly string[]): Promise<unknown>
  holderOf(key: string): Promise<RedisClientType>
  all(): Promise<RedisClientType[]>
  /** The address of a node that hears every message. */
  hearingUrl(): string
  close(): Promise<void>
}

export interface NodesOptions {
  url: string
  name: string
  watchEveryMs: number
  onLost: (error: Error) => void
}

/** Node's own error would carry the address, and with it the password. */
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
  // A server that hangs must not fill the memory with commands that wait for it.
  commandsQueueMaxLength: 50_000,
} as const

export const socketSettings = {
  connectTimeout: 5_000,
  // Longer than the pause between pings: only a connection that died without a word is silent for so long.
  socketTimeout: 10_000,
  reconnectStrategy: backoffMs,
}

/** Lets commands under way finish, if the server still answers. */
export const closeClient = async (client: RedisNodes['client']): Promise<void> => {
  try {
    if (client.isReady) await within(1_000, client.close())
  } catch {
    // It no longer answers; what it would have said is of no use any more.
  } finally {
    client.destroy()
  }
}
