/** What of a BroadcastChannel is used. */
interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  close(): void
}

interface Locks {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>
}

interface Shared<Told> {
  name: string
  /** Absent in browsers that lack them; then every tab has its own. */
  locks: Locks | undefined
  openChannel: ((name: string) => Channel) | undefined
  /** Opens what only one tab is to hold, and gives the way to close it. */
  open: (tell: (told: Told) => void) => () => void
  isTold: (message: unknown) => message is Told
  hear: (told: Told) => void
}

/**
 * A browser opens six connections to a host, and each open stream takes one for as long as it lives: a seventh tab
 * would load nothing at all. So one tab holds the stream and tells the others; when it goes, another takes over.
 */
export const onePerBrowser = <Told>({ name, locks, openChannel, open, isTold, hear }: Shared<Told>): (() => void) => {
  if (locks === undefined || openChannel === undefined) return open(hear)
  const end = new AbortController()
  const channel = openChannel(name)
  channel.addEventListener('message', ({ data }) => {
    if (!end.signal.aborted && isTold(data)) hear(data)
  })

  const hold = (): Promise<void> =>
    new Promise((release) => {
      if (end.signal.aborted) return release()
      const close = open((told) => {
        channel.postMessage(told)
        hear(told)
      })
      end.signal.addEventListener('abort', () => {
        close()
        release()
      })
    })

  locks.request(name, { signal: end.signal }, hold).catch(() => {
    // Refused the lock for another reason than leaving: better a stream too many than a bell that stays silent.
    if (!end.signal.aborted) void hold()
  })

  return () => {
    end.abort()
    channel.close()
  }
}
