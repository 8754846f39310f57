import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { announceInvalidated } from '../canvas/index.ts'
import type { DealAccess } from '../deals/index.ts'
import { purgeRoutes } from './purge.routes.ts'
import { createPurge } from './purge.service.ts'
import { createPurgeStore } from './purge.store.ts'

interface Needs {
  adminLog: AdminLog
  deals: DealAccess
}

/** Clears short-lived state of deals at the request of a superadmin. */
export const createPurgeFeature = (platform: Platform, { adminLog, deals }: Needs) => {
  const { database, bus, state, now, onError } = platform
  const purge = createPurge({
    store: createPurgeStore(database),
    database,
    keyValue: state,
    deals,
    adminLog,
    tell: (dealIds) => announceInvalidated(bus, dealIds).catch(onError),
    now,
  })
  return { routes: purgeRoutes({ purge }), tasks: { purges: () => purge.sweep() } }
}
