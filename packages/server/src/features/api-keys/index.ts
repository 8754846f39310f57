import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Orgs } from '../orgs/index.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { createApiKeys } from './api-keys.service.ts'
import { createApiKeysStore } from './api-keys.store.ts'
import { createKeyMails } from './key-mails.ts'
import { createApiKeyEntrance } from './recognize-key.ts'

interface Needs {
  adminLog: AdminLog
  orgs: Pick<Orgs, 'change'>
}

/** Keys with which programs call the service for an organization. */
export const createApiKeysFeature = ({ publicUrl }: Config, platform: Platform, { adminLog, orgs }: Needs) => {
  const { bus, database, limits, mail, now, onError } = platform
  const store = createApiKeysStore(database)
  const keyEntrance = createApiKeyEntrance({ store, limits, now, onError })
  const mails = createKeyMails({ mail, publicUrl, onError })
  const apiKeys = createApiKeys({ store, adminLog, bus, database, mails, orgs, now })
  return { keyEntrance, routes: apiKeyRoutes({ apiKeys }), close: keyEntrance.settled }
}
