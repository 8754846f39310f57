import { readBoundedJson } from '../bounded-json.ts'
import { maxMessageBytes, type Subscriber } from './bus.ts'

export interface Subscription {
  /**
   * Marks the subscription as established: from now on it is notified of gaps, including the current one if `hears` is
   * false.
   */
  settle(hears: boolean): void
  end(): void
}

interface Entry {
  subscriber: Subscriber
  settled: boolean
  /** It may have missed messages and has not been notified yet. */
  missed: boolean
}

const maxMessageDepth = 16

/** Redis and PostgreSQL deliver whatever anyone publishes there, so messages are validated. */
const parseMessage = (text: string): unknown => {
  const read = readBoundedJson(text, { maxBytes: maxMessageBytes, maxDepth: maxMessageDepth })
  if (!read.ok) throw new Error(`A bus message is ${read.problem.replace('_', ' ')}`)
  return read.value
}

/** The subscribers of this node by topic. */
export const createSubscribers = ({ onError }: { onError: (error: unknown) => void }) => {
  const topics = new Map<string, Set<Entry>>()

  const all = (): Entry[] => [...topics.values()].flatMap((entries) => [...entries])

  /** A failing subscriber must not keep the message from the others. */
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
        // One subscriber may have ended another. Each gets its own copy.
        if (entries?.has(entry)) void call(() => entry.subscriber.onMessage(parseMessage(text)))
      }
    },
    /** Marks every established subscription: the connection was down. */
    miss: (): void => {
      for (const entry of all()) entry.missed = entry.settled
    },
    /** All topics are followed again: calls `onGap` on those that may have missed messages. */
    gap: (): void => {
      for (const entry of all().filter(({ missed }) => missed)) {
        entry.missed = false
        void call(() => entry.subscriber.onGap())
      }
    },
  }
}
