import type { Platform } from '../../platform/platform.ts'
import { waitingRoutes } from './waiting.routes.ts'
import { createWaiting } from './waiting.service.ts'
import { createWaitingStore } from './waiting.store.ts'

/** What waits for a person over all their deals: a list of sources, one per kind. */
export const createWaitingFeature = ({ database }: Pick<Platform, 'database'>) => {
  const waiting = createWaiting({ store: createWaitingStore(database) })
  return { waiting, routes: waitingRoutes({ waiting }) }
}
