import type { Platform } from './compose-platform.ts'
import type { Auth } from './features/auth/auth.service.ts'
import type { CanvasSessions } from './features/canvas/canvas-sessions.service.ts'
import { createThreadsNamed } from './features/comments/threads/threads-named.ts'
import type { DealEntrance } from './features/deals/entrance/entrance.service.ts'
import { createDealEvents } from './features/live/deal-events.ts'
import { createDealLocks } from './features/live/deal-locks.ts'
import { createDealPresence } from './features/live/deal-presence.ts'
import { createLive } from './features/live/live.service.ts'
import { createLiveStore } from './features/live/live.store.ts'
import { createLiveDeals } from './features/live/live-deals.ts'
import { createLiveRooms } from './features/live/live-rooms.ts'
import { createSectionsNamed } from './features/memo/sections/sections-named.ts'

interface Needs {
  identify: Auth['identify']
  entrance: Pick<DealEntrance, 'enter' | 'goodGrants'>
  sessions: CanvasSessions
}

/** Puts the live channel together. */
export const composeLive = async (
  { database, bus, state, now, onError }: Platform,
  { identify, entrance, sessions }: Needs,
) => {
  const store = createLiveStore(database)
  const events = createDealEvents({
    store,
    threadsNamed: createThreadsNamed(database),
    sectionsNamed: createSectionsNamed(database),
  })
  const presence = createDealPresence({ state })
  const locks = createDealLocks({ state })
  const deals = await createLiveDeals({ store, goodGrants: entrance.goodGrants, events, bus, now, onError })
  const rooms = await createLiveRooms({ presence, locks, store, bus, onError })
  const live = createLive({
    store,
    events,
    presence,
    locks,
    deals,
    rooms,
    onError,
    identify,
    enter: entrance.enter,
    sessions,
  })
  return {
    ...live,
    close: async (): Promise<void> => {
      await live.settled()
      await rooms.close()
      await deals.close()
    },
  }
}
