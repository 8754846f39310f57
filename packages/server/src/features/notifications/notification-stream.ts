import { batchLoader } from '../../platform/batch-loader.ts'
import type { NotificationWatch } from './notification-watch.ts'
import type { NotificationRow, NotificationsStore, Stretch } from './notifications.store.ts'

interface Deps {
  store: Pick<NotificationsStore, 'stretches'>
  watch: NotificationWatch
}

export type Heard =
  /** `upTo` at the beginning: the number after which all are told, for whoever is cut before the first of them. */
  { unread: number; upTo?: number } | { notification: NotificationRow }

interface Listening {
  /** The number of the last notification that was heard; none: only what comes from now on. */
  since: number | undefined
  signal: AbortSignal
}

/** Of those missed before the stream was opened; where there were more, the newest. */
const maxReplayed = 500

const perStretch = 100

export type NotificationStream = ReturnType<typeof createNotificationStream>

/** A person's notifications as they come. Each is read from the database by its number, so none is lost or told twice. */
export const createNotificationStream = ({ store, watch }: Deps) => {
  const read = batchLoader((stretches: Stretch[]) => store.stretches(stretches, perStretch), { maxBatch: 100 })

  return async function* (userId: string, { since, signal }: Listening): AsyncGenerator<Heard> {
    let heard: number | undefined
    let told: number | undefined
    for await (const { seq, unread } of watch.stands(userId, signal)) {
      if (heard === undefined) {
        // A number that was never given, as one from another database, must not silence those to come.
        heard = since === undefined ? seq : Math.max(Math.min(since, seq), seq - maxReplayed)
        told = unread
        yield { unread, upTo: heard }
      }
      while (heard < seq && !signal.aborted) {
        const rows: NotificationRow[] = await read({ userId, after: heard, upTo: seq })
        for (const notification of rows) yield { notification }
        heard = rows.length < perStretch ? seq : (rows.at(-1)?.seq ?? seq)
      }
      if (unread !== told) {
        told = unread
        yield { unread }
      }
    }
  }
}
