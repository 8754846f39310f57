import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Orgs } from '../orgs/index.ts'
import { houseStyleRoutes } from './house-styles.routes.ts'
import { createHouseStyles } from './house-styles.service.ts'
import { createHouseStylesStore } from './house-styles.store.ts'

export type { HouseStyles } from './house-styles.service.ts'

/** Logo, color, paper and footer of an organization, with which its memos are printed. */
export const createHouseStylesFeature = (
  { database, now }: Platform,
  { adminLog, orgs }: { adminLog: AdminLog; orgs: Orgs },
) => {
  const houseStyles = createHouseStyles({ store: createHouseStylesStore(database), orgs, adminLog, now })
  return { houseStyles, routes: houseStyleRoutes({ houseStyles }) }
}
