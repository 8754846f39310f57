import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import { quotaRoutes } from './quotas.routes.ts'
import { createQuotas } from './quotas.service.ts'
import { createQuotasStore } from './quotas.store.ts'

export type { Quotas } from './quotas.service.ts'

/** Quotas: how much a user, a deal and an organization can store. */
export const createQuotasFeature = (config: Config, { database }: Platform) => {
  const quotas = createQuotas({ store: createQuotasStore(database), limits: config.quotas })
  return { quotas, routes: quotaRoutes({ quotas }) }
}
