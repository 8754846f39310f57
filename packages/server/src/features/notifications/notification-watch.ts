import { batchLoader } from '../../platform/batch-loader.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { NotificationsStore, Stand } from './notifications.store.ts'

/** Published to every node when notifications of users have changed; the content is read from the database. */
export const notificationsTopic = 'notifications'

/** Number of ids that fit into one bus message. */
const idsPerMessage = 100

export const announce = async (bus: Pick<Bus, 'publish'>, userIds: readonly string[]): Promise<void> => {
  for (let start = 0; start < userIds.length; start += idsPerMessage)
    await bus.publish(notificationsTopic, { userIds: userIds.slice(start, start + idsPerMessage) })
}

interface Deps {
  store: Pick<NotificationsStore, 'stands'>
  bus: Pick<Bus, 'subscribe'>
  /** How often all watched users are checked. This way a lost bus message delays a notification but never loses it. */
  lookAgainMs?: number
  onError(error: unknown): void
}

type Listener = (stand: Stand) => void

export type NotificationWatch = Awaited<ReturnType<typeof createNotificationWatch>>

/** The users whose notifications are watched on this node; one query serves all of them. */
export const createNotificationWatch = async ({ store, bus, lookAgainMs = 5_000, onError }: Deps) => {
  const watched = new Map<string, Set<Listener>>()
  const standOf = batchLoader((userIds: string[]) => store.stands(userIds), { maxBatch: 1_000 })

  const look = async (userIds: readonly string[]): Promise<void> => {
    const lookAt = async (userId: string): Promise<void> => {
      const stand = await standOf(userId)
      for (const listener of watched.get(userId) ?? []) listener(stand)
    }
    await Promise.all(userIds.map(lookAt)).catch(onError)
  }

  let looking = false
  const lookAgain = async (): Promise<void> => {
    // If the database is slow, identical checks must not queue up.
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
  const add = (userId: string, listener: Listener): void => {
    watched.set(userId, (watched.get(userId) ?? new Set()).add(listener))
    timer ??= setInterval(() => void lookAgain(), lookAgainMs).unref()
  }
  const remove = (userId: string, listener: Listener): void => {
    const listeners = watched.get(userId)
    listeners?.delete(listener)
    if (listeners?.size === 0) watched.delete(userId)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /**
     * Yields a user's state now and after each change; several changes at once yield only the last. Ends with the
     * signal.
     */
    stands: async function* (userId: string, signal: AbortSignal): AsyncGenerator<Stand> {
      let newest: Stand | undefined
      let last: Stand | undefined
      let wake = (): void => undefined
      const listener: Listener = (stand) => {
        if (stand.seq === last?.seq && stand.unread === last.unread) return
        newest = stand
        last = stand
        wake()
      }
      const onAbort = (): void => wake()
      signal.addEventListener('abort', onAbort, { once: true })
      add(userId, listener)
      try {
        // Read after registering, so that a change in between is not missed.
        listener(await standOf(userId))
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
        remove(userId, listener)
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
