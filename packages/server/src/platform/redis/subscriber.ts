import { createClient } from 'redis'
import { asRedisFailure } from './failures.ts'
import { clientSettings, socketSettings } from './nodes.ts'

/** A subscription connection that does not reconnect: when it is lost, open a new one. */
export interface Subscriber {
  subscribe(channel: string, onMessage: (message: string, channel: string) => void): Promise<void>
  unsubscribe(channel: string): Promise<void>
  destroy(): void
}

const named = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    throw asRedisFailure(error)
  })

export const openSubscriber = async (
  url: string,
  name: string,
  onLost: (error: Error) => void,
): Promise<Subscriber> => {
  const client = createClient({ url, name, ...clientSettings, socket: { ...socketSettings, reconnectStrategy: false } })
  client.on('error', onLost)
  await named(client.connect().then(() => undefined))
  return {
    subscribe: (channel, onMessage) => named(client.subscribe(channel, onMessage)),
    unsubscribe: (channel) => named(client.unsubscribe(channel)),
    destroy: () => client.destroy(),
  }
}
