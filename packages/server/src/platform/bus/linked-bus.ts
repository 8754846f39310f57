import { keepConnected } from '../connections/keep-connected.ts'
import { isUnreachable } from '../database/failures.ts'
import { isStoreUnavailable } from '../store-unavailable.ts'
import { type Bus, checkTopic, encodeMessage } from './bus.ts'
import { createSubscribers } from './subscribers.ts'

/** One connection that hears messages, for as long as it lives. */
export interface Link {
  follow(topic: string): Promise<void>
  unfollow(topic: string): Promise<void>
  close(): Promise<void>
}

export interface LinkedBusDeps {
  open(deliver: (topic: string, text: string) => void, lost: (error: Error) => void): Promise<Link>
  send(topic: string, text: string): Promise<void>
  close(): Promise<void>
  /** Told when the connection is lost or cannot be made; it is made again without being asked. */
  onLost: (error: Error) => void
  /** Told when a subscriber fails. */
  onError: (error: unknown) => void
}

/** A bus between nodes: what Redis and PostgreSQL have in common. */
export const createLinkedBus = ({ open, send, close, onLost, onError }: LinkedBusDeps): Bus => {
  const subscribers = createSubscribers({ onError })
  /** What the present link follows. */
  let followed = new Map<string, Promise<void>>()

  const follow = (link: Link, topic: string): Promise<void> => {
    const following = followed.get(topic) ?? link.follow(topic)
    followed.set(topic, following)
    return following
  }

  const links = keepConnected<Link>({
    open: (lost) => open(subscribers.deliver, lost),
    onUp: async (link) => {
      followed = new Map()
      subscribers.miss()
      await Promise.all(subscribers.topics().map((topic) => follow(link, topic)))
      subscribers.gap()
    },
    shut: (link) => link.close(),
    onLost,
  })

  return {
    publish: async (topic, message) => {
      checkTopic(topic)
      await send(topic, encodeMessage(message))
    },
    subscribe: async (topic, subscriber) => {
      checkTopic(topic)
      const subscription = subscribers.add(topic, subscriber)
      const link = await links.current()
      try {
        if (link !== undefined) await follow(link, topic)
        subscription.settle(true)
      } catch (error) {
        // The link that comes after a lost one, and perhaps is there, follows every topic; another refusal stands.
        if (isStoreUnavailable(error) || isUnreachable(error)) subscription.settle(false)
        else {
          subscription.end()
          throw error
        }
      }
      return async () => {
        subscription.end()
        const current = await links.current()
        // Someone else may have come to this topic in the meantime.
        if (subscribers.has(topic) || !followed.delete(topic)) return
        await current?.unfollow(topic).catch(onLost)
      }
    },
    close: async () => {
      await links.close()
      await close()
    },
  }
}
