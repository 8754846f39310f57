/** The part of BroadcastChannel that is used. */
interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  close(): void
}

interface Locks {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>
}

interface Shared<Message> {
  name: string
  /** Absent in browsers without Web Locks; then every tab opens its own stream. */
  locks: Locks | undefined
  openChannel: ((name: string) => Channel) | undefined
  /** Opens what only one tab must hold, and returns a function that closes it. */
  open: (tell: (message: Message) => void) => () => void
  isMessage: (message: unknown) => message is Message
  hear: (message: Message) => void
}

/**
 * A browser opens at most six connections to a host, and each open stream occupies one: a seventh tab would not load at
 * all. So one tab holds the stream and forwards its messages; when it closes, another takes over.
 */
export const onePerBrowser = <Message>({
  name,
  locks,
  openChannel,
  open,
  isMessage,
  hear,
}: Shared<Message>): (() => void) => {
  if (locks === undefined || openChannel === undefined) return open(hear)
  const end = new AbortController()
  const channel = openChannel(name)
  channel.addEventListener('message', ({ data }) => {
    if (!end.signal.aborted && isMessage(data)) hear(data)
  })

  const hold = (): Promise<void> =>
    new Promise((release) => {
      if (end.signal.aborted) return release()
      const close = open((message) => {
        channel.postMessage(message)
        hear(message)
      })
      end.signal.addEventListener('abort', () => {
        close()
        release()
      })
    })

  locks.request(name, { signal: end.signal }, hold).catch(() => {
    // The lock was denied although the tab is still open: one stream too many is better than no notifications.
    if (!end.signal.aborted) void hold()
  })

  return () => {
    end.abort()
    channel.close()
  }
}
