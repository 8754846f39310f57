import type { Present, ServerFrame } from '@deal-canvas/contract'
import type { Bus } from '../../platform/bus/bus.ts'
import { isStoreUnavailable } from '../../platform/store-unavailable.ts'
import type { DealLocks } from './deal-locks.ts'
import type { DealPresence } from './deal-presence.ts'
import type { LiveStore } from './live.store.ts'

type LockFrame = Extract<ServerFrame, { type: 'lock' }>
export type RoomFrame = Extract<ServerFrame, { type: 'presence' }> | LockFrame
type Listener = (frame: RoomFrame) => void

interface Deps {
  presence: Pick<DealPresence, 'list'>
  locks: Pick<DealLocks, 'list'>
  store: Pick<LiveStore, 'people'>
  bus: Pick<Bus, 'publish' | 'subscribe'>
  onError(error: unknown): void
}

interface Room {
  listeners: Set<Listener>
  present: Present[]
  /** By section, as last sent. */
  locks: Map<string, LockFrame>
  looking: boolean
  again: boolean
}

const roomTopic = 'live.room'

/** Changes within this time are combined; only the final state is sent. */
const gatherMs = 100

/** A crashed node does not report departures. Its presence entries expire and the next check notices. */
const lookAgainMs = 10_000

export type LiveRooms = Awaited<ReturnType<typeof createLiveRooms>>

/** The viewers of a deal on this node, and what is sent to them: who is present, and who is editing which section. */
export const createLiveRooms = async ({ presence, locks, store, bus, onError }: Deps) => {
  const rooms = new Map<string, Room>()

  const tellAll = (room: Room, frame: RoomFrame): void => {
    for (const listener of room.listeners) listener(frame)
  }

  const lookAtPresence = async (dealId: string, room: Room): Promise<void> => {
    const present = await presence.list(dealId)
    if (JSON.stringify(present) === JSON.stringify(room.present)) return
    room.present = present
    tellAll(room, { type: 'presence', present })
  }

  const lookAtLocks = async (dealId: string, room: Room): Promise<void> => {
    const held = await locks.list(dealId)
    const isNews = ({ sectionKey, channelId }: (typeof held)[number]) =>
      room.locks.get(sectionKey)?.holder?.channel_id !== channelId
    const news = held.filter(isNews)
    const people = news.length === 0 ? [] : await store.people([...new Set(news.map(({ userId }) => userId))])
    const shown = new Map(people.map((person) => [person.userId, person]))
    const stillHeld = new Set(held.map(({ sectionKey }) => sectionKey))
    for (const sectionKey of [...room.locks.keys()].filter((key) => !stillHeld.has(key))) {
      room.locks.delete(sectionKey)
      tellAll(room, { type: 'lock', section_key: sectionKey, holder: null })
    }
    for (const { sectionKey, userId, channelId } of news) {
      const { displayName = '', emailVerified = false } = shown.get(userId) ?? {}
      const holder = {
        user_id: userId,
        display_name: displayName,
        email_verified: emailVerified,
        channel_id: channelId,
      }
      const frame = { type: 'lock', section_key: sectionKey, holder } as const
      room.locks.set(sectionKey, frame)
      tellAll(room, frame)
    }
  }

  const look = async (dealId: string): Promise<void> => {
    const room = rooms.get(dealId)
    if (room === undefined) return
    if (room.looking) {
      room.again = true
      return
    }
    room.looking = true
    try {
      do {
        room.again = false
        await new Promise((resolve) => setTimeout(resolve, gatherMs))
        await lookAtPresence(dealId, room)
        await lookAtLocks(dealId, room)
      } while (room.again)
    } catch (error) {
      // If the store is down, presence is not shown; everything else keeps working.
      if (!isStoreUnavailable(error)) onError(error)
    } finally {
      room.looking = false
    }
  }

  const unsubscribe = await bus.subscribe(roomTopic, {
    onMessage: (message) => look((message as { dealId: string }).dealId),
    onGap: () => {
      for (const dealId of rooms.keys()) void look(dealId)
    },
  })
  const timer = setInterval(() => {
    for (const dealId of rooms.keys()) void look(dealId)
  }, lookAgainMs).unref()

  return {
    /** Sends the last known presence and locks at once, and every change after that. */
    join: (dealId: string, listener: Listener): { leave(): void } => {
      const room = rooms.get(dealId) ?? {
        listeners: new Set<Listener>(),
        present: [],
        locks: new Map<string, LockFrame>(),
        looking: false,
        again: false,
      }
      rooms.set(dealId, room)
      room.listeners.add(listener)
      if (room.present.length > 0) listener({ type: 'presence', present: room.present })
      for (const frame of room.locks.values()) listener(frame)
      return {
        leave: () => {
          room.listeners.delete(listener)
          if (room.listeners.size === 0 && rooms.get(dealId) === room) rooms.delete(dealId)
        },
      }
    },

    /** Called when a viewer joins, leaves, moves, or acquires or releases a lock. */
    changed: (dealId: string): Promise<void> => bus.publish(roomTopic, { dealId }).catch(onError),

    close: async (): Promise<void> => {
      clearInterval(timer)
      await unsubscribe()
    },
  }
}
