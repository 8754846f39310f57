import type { composeDeals } from './compose-deals.ts'
import type { composePeople } from './compose-people.ts'
import type { Platform } from './compose-platform.ts'
import { erasureRoutes } from './features/erasure/erasure.routes.ts'
import { createErasuresStore } from './features/erasure/erasures.store.ts'
import { createUserErasure } from './features/erasure/user-erasure.service.ts'
import { createUserErasureStore } from './features/erasure/user-erasure.store.ts'
import { keepResuming } from './features/intake/keep-resuming.ts'

interface Needs {
  people: Pick<Awaited<ReturnType<typeof composePeople>>, 'members' | 'adminLog'>
  dealWork: Pick<Awaited<ReturnType<typeof composeDeals>>, 'records' | 'dealMembers' | 'dealErasure'>
}

/** Puts together what erases people, and what goes on with erasures that were cut off. */
export const composeErasure = (platform: Platform, { people, dealWork }: Needs) => {
  const { database, mail, now, onError } = platform
  const erasure = createUserErasure({
    store: createUserErasureStore(database),
    erasures: createErasuresStore(database),
    database,
    deals: dealWork.dealErasure,
    records: dealWork.records,
    dealMembers: dealWork.dealMembers,
    members: people.members,
    adminLog: people.adminLog,
    mail,
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
