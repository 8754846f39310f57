import { notificationStream, notifications as notificationsOperation, readNotifications } from '@deal-canvas/contract'
import { handle, handleStream, type Route, type SentEvent } from '../../http/handler.ts'
import { lastEventNumber } from '../../http/last-event-number.ts'
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursor.ts'
import type { Heard, NotificationStream } from './notification-stream.ts'
import type { Notifications } from './notifications.service.ts'
import { presentNotification } from './present-notification.ts'
import { whatToRead } from './what-to-read.ts'

interface Services {
  notifications: Notifications
  stream: NotificationStream
}

export const notificationRoutes = ({ notifications, stream }: Services): Route[] => [
  handle(notificationsOperation, async ({ actor, query: { limit = 20, cursor, unread_only, deal_id } }) => {
    const { rows, unread } = await notifications.page(actor, {
      before: readNumberCursor(cursor),
      unreadOnly: unread_only ?? false,
      dealId: deal_id,
      limit,
    })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const more = rows.length > limit && last !== undefined
    return {
      notifications: page.map(presentNotification),
      unread_count: unread,
      has_more: more,
      next_cursor: more ? writeNumberCursor(last.seq) : null,
    }
  }),

  handle(readNotifications, async ({ actor, body }) => {
    const { updated, unread } = await notifications.read(actor, whatToRead(body))
    return { updated, unread_count: unread }
  }),

  handleStream(notificationStream, ({ actor, lastEventId, signal }) =>
    presentStream(stream(actor.userId, { since: lastEventNumber(lastEventId), signal })),
  ),
]

const presentStream = async function* (
  heard: AsyncIterable<Heard>,
): AsyncGenerator<SentEvent<typeof notificationStream>> {
  for await (const event of heard) {
    yield 'unread' in event
      ? {
          event: 'unread',
          data: { unread_count: event.unread },
          ...(event.upTo === undefined ? {} : { id: String(event.upTo) }),
        }
      : { event: 'notification', id: String(event.notification.seq), data: presentNotification(event.notification) }
  }
}
