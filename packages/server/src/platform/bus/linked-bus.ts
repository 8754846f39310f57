import { keepConnected } from '../connections/keep-connected.ts'
import { isUnreachable } from '../database/failures.ts'
import { isStoreUnavailable } from '../store-unavailable.ts'
import { type Bus, checkTopic, encodeMessage } from './bus.ts'
import { createSubscribers } from './subscribers.ts'

/** One connection that receives messages, until it is lost. */
export interface Link {
  follow(topic: string): Promise<void>
  unfollow(topic: string): Promise<void>
  close(): Promise<void>
}

export interface LinkedBusDeps {
  open(deliver: (topic: string, text: string) => void, lost: (error: Error) => void): Promise<Link>
  send(topic: string, text: string): Promise<void>
  close(): Promise<void>
  /** Called when the connection is lost or cannot be opened; reconnecting is automatic. */
  onLost: (error: Error) => void
  /** Called when a subscriber fails. */
  onError: (error: unknown) => void
}

/** A bus between nodes: the part that Redis and PostgreSQL share. */
export const createLinkedBus = ({ open, send, close, onLost, onError }: LinkedBusDeps): Bus => {
  const subscribers = createSubscribers({ onError })
  /** The topics that the current link follows. */
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
        // If the link was lost, the next link follows every topic (it may already be up). Any other error is final.
        if (isStoreUnavailable(error) || isUnreachable(error)) subscription.settle(false)
        else {
          subscription.end()
          throw error
        }
      }
      return async () => {
        subscription.end()
        const current = await links.current()
        // Another subscriber may have joined this topic in the meantime.
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
