import { batchLoader } from '../../platform/batch-loader.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { NotificationsStore, Stand } from './notifications.store.ts'

/** Told to every node when the notifications of people have changed; what they are is read from the database. */
export const notificationsTopic = 'notifications'

/** So many ids fit into one message of the bus. */
const idsPerMessage = 100

export const announce = async (bus: Pick<Bus, 'publish'>, userIds: readonly string[]): Promise<void> => {
  for (let start = 0; start < userIds.length; start += idsPerMessage)
    await bus.publish(notificationsTopic, { userIds: userIds.slice(start, start + idsPerMessage) })
}

interface Deps {
  store: Pick<NotificationsStore, 'stands'>
  bus: Pick<Bus, 'subscribe'>
  /** How often all who watch here are looked at: a lost message on the bus delays what they hear, and loses nothing. */
  lookAgainMs?: number
  onError(error: unknown): void
}

type Tell = (stand: Stand) => void

export type NotificationWatch = Awaited<ReturnType<typeof createNotificationWatch>>

/** The people whose notifications are watched on this node, and one query for all of them. */
export const createNotificationWatch = async ({ store, bus, lookAgainMs = 5_000, onError }: Deps) => {
  const watched = new Map<string, Set<Tell>>()
  const standOf = batchLoader((userIds: string[]) => store.stands(userIds), { maxBatch: 1_000 })

  const look = async (userIds: readonly string[]): Promise<void> => {
    const lookAt = async (userId: string): Promise<void> => {
      const stand = await standOf(userId)
      for (const tell of watched.get(userId) ?? []) tell(stand)
    }
    await Promise.all(userIds.map(lookAt)).catch(onError)
  }

  let looking = false
  const lookAgain = async (): Promise<void> => {
    // A slow database must not gather a queue of the same question.
    if (looking) return
    looking = true
    await look([...watched.keys()])
    looking = false
  }

  await bus.subscribe(notificationsTopic, {
    onMessage: (message) => {
      const { userIds } = message as { userIds?: unknown }
      if (Array.isArray(userIds)) void look(userIds.filter((userId) => watched.has(userId)))
    },
    onGap: () => void lookAgain(),
  })

  let timer: NodeJS.Timeout | undefined
  const add = (userId: string, tell: Tell): void => {
    watched.set(userId, (watched.get(userId) ?? new Set()).add(tell))
    timer ??= setInterval(() => void lookAgain(), lookAgainMs).unref()
  }
  const remove = (userId: string, tell: Tell): void => {
    const tells = watched.get(userId)
    tells?.delete(tell)
    if (tells?.size === 0) watched.delete(userId)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** Where a person stands: now, and after each change; of several changes at once the last. Ends with the signal. */
    stands: async function* (userId: string, signal: AbortSignal): AsyncGenerator<Stand> {
      let newest: Stand | undefined
      let last: Stand | undefined
      let wake = (): void => undefined
      const tell: Tell = (stand) => {
        if (stand.seq === last?.seq && stand.unread === last.unread) return
        newest = stand
        last = stand
        wake()
      }
      const onAbort = (): void => wake()
      signal.addEventListener('abort', onAbort, { once: true })
      add(userId, tell)
      try {
        // After it is added: what changes in between is told, not missed.
        tell(await standOf(userId))
        while (!signal.aborted) {
          if (newest === undefined) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
            continue
          }
          const stand = newest
          newest = undefined
          yield stand
        }
      } finally {
        remove(userId, tell)
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
