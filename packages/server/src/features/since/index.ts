import type { Platform } from '../../platform/platform.ts'
import type { BlindRead } from '../committee/index.ts'
import { sinceRoutes } from './since.routes.ts'
import { createSince } from './since.service.ts'
import { createSinceStore } from './since.store.ts'

/** Summary of changes: what changed in a deal since a user last looked. */
export const createSinceFeature = ({ database, now }: Platform, { blindRead }: { blindRead: BlindRead }) => ({
  routes: sinceRoutes({ since: createSince({ store: createSinceStore(database), blindRead, now }) }),
})
