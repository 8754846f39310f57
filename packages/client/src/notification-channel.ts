import type { EventOf, NotificationItem, notificationStream } from '@deal-canvas/contract'
import type { HeldSession } from './held-session.ts'
import { type Ending, endingBy, keepOpen } from './keep-open.ts'
import type { Sleeper } from './sleeper.ts'

export interface NotificationHandlers {
  /** A new notification; exactly once, across reconnects. */
  notification(item: NotificationItem): void
  /** The unread count: at the start, after each reconnect, and whenever it changes. */
  unread(count: number): void
}

type NotificationEvent = EventOf<typeof notificationStream>

interface NotificationDeps {
  session: Pick<HeldSession, 'whenOver'>
  stream(lastEventId: string | undefined, signal: AbortSignal): AsyncIterable<NotificationEvent>
  sleeper: Sleeper
}

/** Follows the notifications of the signed-in user, until closed or the session ends. */
export const openNotificationChannel = (
  { session, stream, sleeper }: NotificationDeps,
  handlers: NotificationHandlers,
): { close(): void } => {
  const closing = new AbortController()
  let lastEventId: string | undefined

  const tell = ({ event, data }: NotificationEvent): void => {
    if (closing.signal.aborted) return
    if (event === 'notification') handlers.notification(data)
    else handlers.unread(data.unread_count)
  }

  const open = async (): Promise<Ending> => {
    let worked = false
    try {
      for await (const event of stream(lastEventId, closing.signal)) {
        worked = true
        lastEventId = event.id ?? lastEventId
        // An error in a handler must not be mistaken for an error of the stream.
        queueMicrotask(() => tell(event))
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
