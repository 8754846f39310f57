import { readBoundedJson } from '../bounded-json.ts'
import { maxMessageBytes, type Subscriber } from './bus.ts'

export interface Subscription {
  /** It is answered and from now on counts on being told of gaps; of the one under way too, if it does not hear yet. */
  settle(hears: boolean): void
  end(): void
}

interface Entry {
  subscriber: Subscriber
  settled: boolean
  /** It may have missed something, and has not been told. */
  missed: boolean
}

const maxMessageDepth = 16

/** Redis and PostgreSQL pass on whatever somebody publishes there. */
const parseMessage = (text: string): unknown => {
  const read = readBoundedJson(text, { maxBytes: maxMessageBytes, maxDepth: maxMessageDepth })
  if (!read.ok) throw new Error(`A bus message is ${read.problem.replace('_', ' ')}`)
  return read.value
}

/** Who listens to what on this node. */
export const createSubscribers = ({ onError }: { onError: (error: unknown) => void }) => {
  const topics = new Map<string, Set<Entry>>()

  const all = (): Entry[] => [...topics.values()].flatMap((entries) => [...entries])

  /** A subscriber that fails must not take the message from the others. */
  const call = async (tell: () => void | Promise<void>): Promise<void> => {
    try {
      await tell()
    } catch (error) {
      onError(error)
    }
  }

  return {
    add: (topic: string, subscriber: Subscriber): Subscription => {
      const entries = topics.get(topic) ?? new Set()
      const entry = { subscriber, settled: false, missed: false }
      topics.set(topic, entries.add(entry))
      return {
        settle: (hears) => {
          entry.settled = true
          entry.missed = !hears
        },
        end: () => {
          if (entries.delete(entry) && entries.size === 0) topics.delete(topic)
        },
      }
    },
    has: (topic: string): boolean => topics.has(topic),
    topics: (): string[] => [...topics.keys()],
    deliver: (topic: string, text: string): void => {
      const entries = topics.get(topic)
      for (const entry of [...(entries ?? [])]) {
        // One subscriber may have ended another. Each gets a copy of its own.
        if (entries?.has(entry)) void call(() => entry.subscriber.onMessage(parseMessage(text)))
      }
    },
    /** There was a time without a connection. */
    miss: (): void => {
      for (const entry of all()) entry.missed = entry.settled
    },
    /** All topics are heard again: tells those who missed something. */
    gap: (): void => {
      for (const entry of all().filter(({ missed }) => missed)) {
        entry.missed = false
        void call(() => entry.subscriber.onGap())
      }
    },
  }
}
