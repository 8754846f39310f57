import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { DealMembers, Deals } from '../deals/index.ts'
import type { DealBlobs } from '../documents/index.ts'
import type { Exports } from '../exports/index.ts'
import type { Members } from '../orgs/index.ts'
import { createDealErasure, type DealErasure } from './deal-erasure.service.ts'
import { createDealErasureStore } from './deal-erasure.store.ts'
import { erasureRoutes } from './erasure.routes.ts'
import { createErasuresStore } from './erasures.store.ts'
import { createUserErasure } from './user-erasure.service.ts'
import { createUserErasureStore } from './user-erasure.store.ts'

export type { DealErasure } from './deal-erasure.service.ts'

/** Deletes a deal from every store. */
export const createDealErasureFeature = (platform: Platform, { dealBlobs }: { dealBlobs: DealBlobs }) => {
  const { database, state, mail, now } = platform
  const dealErasure = createDealErasure({
    store: createDealErasureStore(database),
    erasures: createErasuresStore(database),
    database,
    blobs: dealBlobs,
    state,
    mail,
    now,
  })
  return { dealErasure }
}

interface Needs {
  adminLog: AdminLog
  dealErasure: DealErasure
  dealMembers: Pick<DealMembers, 'handOver'>
  deals: Pick<Deals, 'purgeNow'>
  exports: Pick<Exports, 'forgetPerson'>
  members: Pick<Members, 'leaveAll'>
}

/** Erases a person from every store, and resumes interrupted erasures. */
export const createUserErasureFeature = (platform: Platform, needs: Needs) => {
  const { adminLog, dealErasure, dealMembers, deals, exports, members } = needs
  const { database, mail, now, onError } = platform
  const erasure = createUserErasure({
    store: createUserErasureStore(database),
    erasures: createErasuresStore(database),
    database,
    deals: dealErasure,
    records: deals,
    dealMembers,
    members,
    adminLog,
    mail,
    exports,
    onError,
    now,
  })
  let resuming: ReturnType<typeof keepResuming> | undefined
  return {
    routes: erasureRoutes({ erasure }),
    begin: (): void => {
      resuming = keepResuming({ work: erasure, onError, isAlone: false })
    },
    close: async (): Promise<void> => {
      resuming?.close()
      await erasure.close()
    },
  }
}
