import type { Redis } from '../redis/redis.ts'
import type { Bus } from './bus.ts'
import { createLinkedBus, type LinkedBusDeps } from './linked-bus.ts'

export interface RedisBusDeps extends Pick<LinkedBusDeps, 'onLost' | 'onError'> {
  redis: Redis
  prefix: string
  /** The name of the subscriber connection, as Redis lists it. */
  name?: string
}

/** One channel per topic, so that a node receives only the topics it subscribed to. */
export const createRedisBus = ({ redis, prefix, name = 'deal-canvas-bus', onLost, onError }: RedisBusDeps): Bus => {
  const channelOf = (topic: string): string => prefix + topic
  return createLinkedBus({
    open: async (deliver, lost) => {
      const subscriber = await redis.subscriber(name, lost)
      const onMessage = (text: string, channel: string): void => deliver(channel.slice(prefix.length), text)
      return {
        follow: (topic) => subscriber.subscribe(channelOf(topic), onMessage),
        unfollow: (topic) => subscriber.unsubscribe(channelOf(topic)),
        close: async () => subscriber.destroy(),
      }
    },
    send: (topic, text) => redis.publish(channelOf(topic), text),
    close: async () => undefined,
    onLost,
    onError,
  })
}
