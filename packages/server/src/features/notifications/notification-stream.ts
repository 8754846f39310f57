import { batchLoader } from '../../platform/batch-loader.ts'
import type { NotificationWatch } from './notification-watch.ts'
import type { NotificationRow, NotificationsStore, Stretch } from './notifications.store.ts'

interface Deps {
  store: Pick<NotificationsStore, 'stretches'>
  watch: NotificationWatch
}

export type Heard =
  /** `upTo` is sent first: the number to resume after if the connection drops before the first notification. */
  { unread: number; upTo?: number } | { notification: NotificationRow }

interface Listening {
  /** Number of the last received notification; undefined for new ones only. */
  since: number | undefined
  signal: AbortSignal
}

/** Maximum missed notifications that are replayed; if there were more, the newest ones. */
const maxReplayed = 500

const perStretch = 100

export type NotificationStream = ReturnType<typeof createNotificationStream>

/** Streams a user's notifications. Each is read from the database by its number, so none is lost or sent twice. */
export const createNotificationStream = ({ store, watch }: Deps) => {
  const read = batchLoader((stretches: Stretch[]) => store.stretches(stretches, perStretch), { maxBatch: 100 })

  return async function* (userId: string, { since, signal }: Listening): AsyncGenerator<Heard> {
    let heard: number | undefined
    let sentUnread: number | undefined
    for await (const { seq, unread } of watch.stands(userId, signal)) {
      if (heard === undefined) {
        // A number that was never issued, for example from another database, must not suppress new notifications.
        heard = since === undefined ? seq : Math.max(Math.min(since, seq), seq - maxReplayed)
        sentUnread = unread
        yield { unread, upTo: heard }
      }
      while (heard < seq && !signal.aborted) {
        const rows: NotificationRow[] = await read({ userId, after: heard, upTo: seq })
        for (const notification of rows) yield { notification }
        heard = rows.length < perStretch ? seq : (rows.at(-1)?.seq ?? seq)
      }
      if (unread !== sentUnread) {
        sentUnread = unread
        yield { unread }
      }
    }
  }
}
