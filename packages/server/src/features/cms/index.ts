import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { cmsRoutes } from './cms.routes.ts'
import { createCms } from './cms.service.ts'
import { createCmsStore } from './cms.store.ts'
import { createRegistry } from './registry.ts'

export type { Cms } from './cms.service.ts'

/** The content of the public site, with drafts and history. */
export const createCmsFeature = (
  { publicUrl }: Config,
  { database, now }: Platform,
  { adminLog }: { adminLog: AdminLog },
) => {
  const cms = createCms({
    registry: createRegistry(publicUrl),
    store: createCmsStore(database),
    database,
    adminLog,
    now,
  })
  return { cms, routes: cmsRoutes({ cms }) }
}
