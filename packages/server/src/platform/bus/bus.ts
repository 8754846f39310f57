/**
 * Wakes other nodes. A lost connection can lose messages, but never silently: `onGap` is called on every subscriber
 * that may have missed one, which then reads the database. Messages of one publisher on one topic arrive in order.
 */
export interface Bus {
  /** Any JSON value of at most 4 KiB. */
  publish(topic: string, message: unknown): Promise<void>
  /**
   * Once it resolves, every message published later arrives, or `onGap` is called. While the bus is disconnected it
   * resolves immediately, and `onGap` is called after the reconnect.
   */
  subscribe(topic: string, subscriber: Subscriber): Promise<Unsubscribe>
  close(): Promise<void>
}

export interface Subscriber {
  onMessage(message: unknown): void | Promise<void>
  /** Messages may have been missed. */
  onGap(): void | Promise<void>
}

/** Stops delivery as soon as it is called. */
export type Unsubscribe = () => Promise<void>

export const maxMessageBytes = 4096
const maxTopicLength = 200

export const checkTopic = (topic: string): void => {
  const length = [...topic].length
  if (length < 1 || length > maxTopicLength)
    throw new RangeError(`A topic has 1 to ${maxTopicLength} characters, not ${length}`)
  // Lone surrogates do not survive UTF-8, so two topics could become one. A line break ends a topic on the wire.
  if (/[\p{Surrogate}\p{Cc}]/u.test(topic))
    throw new TypeError('A topic must be well-formed text without control characters')
}

export const encodeMessage = (message: unknown): string => {
  const text: string | undefined = JSON.stringify(message)
  if (text === undefined) throw new TypeError('A message must be a JSON value')
  const bytes = Buffer.byteLength(text)
  if (bytes > maxMessageBytes) throw new RangeError(`A message has at most ${maxMessageBytes} bytes, not ${bytes}`)
  return text
}
