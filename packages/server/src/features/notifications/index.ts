import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMentionMails } from './mention-mails.ts'
import { createNotificationStream } from './notification-stream.ts'
import { createNotificationWatch } from './notification-watch.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { createNotifications } from './notifications.service.ts'
import { createNotificationsStore } from './notifications.store.ts'

export { canvasUrl } from './canvas-url.ts'
export type { Notifications } from './notifications.service.ts'

/** Notifications in the app and by email. */
export const createNotificationsFeature = async ({ publicUrl }: Config, platform: Platform) => {
  const { database, bus, personalMails, onError, now } = platform
  const store = createNotificationsStore(database)
  const notifications = createNotifications({
    store,
    database,
    bus,
    mails: createMentionMails({ mails: personalMails, publicUrl }),
    now,
  })
  const stream = createNotificationStream({ store, watch: await createNotificationWatch({ store, bus, onError }) })
  return { notifications, routes: notificationRoutes({ notifications, stream }) }
}
