import { AsyncLocalStorage } from 'node:async_hooks'
import { type Bus, checkTopic, encodeMessage } from './bus.ts'
import { createSubscribers } from './subscribers.ts'

/** For a service with a single process: no message is ever missed, so there are no gaps. */
export const createInProcessBus = ({ onError }: { onError: (error: unknown) => void }): Bus => {
  const subscribers = createSubscribers({ onError })
  // A subscriber must not run inside the publisher's transaction, just as it would not on another node.
  const outside = AsyncLocalStorage.snapshot()

  return {
    publish: async (topic, message) => {
      checkTopic(topic)
      const text = encodeMessage(message)
      outside(() => setImmediate(() => subscribers.deliver(topic, text)))
    },
    subscribe: async (topic, subscriber) => {
      checkTopic(topic)
      const { end } = subscribers.add(topic, subscriber)
      return async () => {
        end()
      }
    },
    close: async () => undefined,
  }
}
