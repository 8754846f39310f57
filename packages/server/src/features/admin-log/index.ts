import type { Platform } from '../../platform/platform.ts'
import { adminLogRoutes } from './admin-log.routes.ts'
import { createAdminLog } from './admin-log.service.ts'
import { createAdminLogStore } from './admin-log.store.ts'

export type { AdminLog } from './admin-log.service.ts'

/** The log of administrators' actions, for other administrators to read. */
export const createAdminLogFeature = ({ database, now }: Platform) => {
  const adminLog = createAdminLog({ store: createAdminLogStore(database), now })
  return { adminLog, routes: adminLogRoutes({ adminLog }) }
}
