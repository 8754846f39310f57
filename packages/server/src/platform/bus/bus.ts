/**
 * Wakes other nodes. A message may be lost with a connection, but never silently: whoever might have missed one is
 * told by onGap and looks at the database. Messages of one publisher on one topic arrive in their order.
 */
export interface Bus {
  /** Any JSON value of at most 4 KiB. */
  publish(topic: string, message: unknown): Promise<void>
  /**
   * Once it has answered, every message published later arrives, or onGap is called. While the bus is cut off it
   * answers at once, and the gap follows with the connection.
   */
  subscribe(topic: string, subscriber: Subscriber): Promise<Unsubscribe>
  close(): Promise<void>
}

export interface Subscriber {
  onMessage(message: unknown): void | Promise<void>
  /** Messages may have been missed. */
  onGap(): void | Promise<void>
}

/** Nothing is delivered once it has been called. */
export type Unsubscribe = () => Promise<void>

export const maxMessageBytes = 4096
const maxTopicLength = 200

export const checkTopic = (topic: string): void => {
  const length = [...topic].length
  if (length < 1 || length > maxTopicLength)
    throw new RangeError(`A topic has 1 to ${maxTopicLength} characters, not ${length}`)
  // Half a surrogate pair does not survive UTF-8: two topics would become one. A line break ends a topic on the wire.
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
