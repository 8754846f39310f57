import type { NotificationItem } from '@deal-canvas/contract'
import type { StreamedEvent } from './event-stream.ts'
import type { HeldSession } from './held-session.ts'
import { type Ending, endingBy, keepOpen } from './keep-open.ts'
import type { Sleeper } from './sleeper.ts'

export interface NotificationHandlers {
  /** A new one; each once, also over cuts. */
  notification(item: NotificationItem): void
  /** How many are unread: at the beginning, after each cut, and whenever that changes. */
  unread(count: number): void
}

interface NotificationDeps {
  session: Pick<HeldSession, 'whenOver'>
  stream(lastEventId: string | undefined, signal: AbortSignal): AsyncIterable<StreamedEvent>
  sleeper: Sleeper
}

/** Follows the notifications of the person who is signed in, until it is closed or the session is over. */
export const openNotificationChannel = (
  { session, stream, sleeper }: NotificationDeps,
  handlers: NotificationHandlers,
): { close(): void } => {
  const closing = new AbortController()
  let lastEventId: string | undefined

  /** The one place where an event of this stream is taken at its word. */
  const tell = (event: string, data: unknown): void => {
    if (closing.signal.aborted) return
    if (event === 'notification') handlers.notification(data as NotificationItem)
    if (event === 'unread') handlers.unread((data as { unread_count: number }).unread_count)
  }

  const open = async (): Promise<Ending> => {
    let worked = false
    try {
      for await (const { event, data, id } of stream(lastEventId, closing.signal)) {
        worked = true
        lastEventId = id ?? lastEventId
        // A fault in a handler must not pass for one of the stream.
        queueMicrotask(() => tell(event, data))
      }
      return { worked }
    } catch (error) {
      if (closing.signal.aborted) return { worked }
      return endingBy(error, worked)
    }
  }

  const close = (): void => {
    closing.abort()
    stopListening()
  }
  const stopListening = session.whenOver(close)
  void keepOpen({ open, waiting: () => undefined, sleep: sleeper.sleep, signal: closing.signal })
  return { close }
}
