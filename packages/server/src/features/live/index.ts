import type { Platform } from '../../platform/platform.ts'
import type { Auth } from '../auth/index.ts'
import type { CanvasSessions } from '../canvas/index.ts'
import { createThreadsNamed } from '../comments/index.ts'
import type { DealEntrance } from '../deals/index.ts'
import { createSectionsNamed } from '../memo/index.ts'
import { createDealEvents } from './deal-events.ts'
import { createDealLocks } from './deal-locks.ts'
import { createDealPresence } from './deal-presence.ts'
import { liveRoutes } from './live.routes.ts'
import { createLive } from './live.service.ts'
import { createLiveStore } from './live.store.ts'
import { createLiveDeals } from './live-deals.ts'
import { createLiveRooms } from './live-rooms.ts'

interface Needs {
  auth: Pick<Auth, 'identify'>
  entrance: Pick<DealEntrance, 'enter' | 'goodGrants'>
  sessions: CanvasSessions
}

/** The live channel of a deal: events, presence and section locks. */
export const createLiveFeature = async (platform: Platform, { auth, entrance, sessions }: Needs) => {
  const { database, bus, state, now, onError } = platform
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
    identify: auth.identify,
    enter: entrance.enter,
    sessions,
  })
  return {
    routes: liveRoutes({ live }),
    close: async (): Promise<void> => {
      await live.settled()
      await rooms.close()
      await deals.close()
    },
  }
}
