import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import { createBacklogStore } from './backlog.store.ts'
import { createHitsStore } from './hits.store.ts'
import { createIndexBacklog } from './index-backlog.ts'
import { searchRoutes } from './search.routes.ts'
import { createSearch } from './search.service.ts'
import { createSearchStore } from './search.store.ts'

/** The search over everything that a person can see. */
export const createSearchFeature = ({ databaseUrl }: Config, { database, onError, now }: Platform) => {
  const finder = createSearch({ store: createSearchStore(database), hits: createHitsStore(database) })
  const backlog = createIndexBacklog({ store: createBacklogStore(database), database, onError, now })
  let loop: ReturnType<typeof keepResuming> | undefined
  return {
    routes: searchRoutes({ finder }),
    begin: (): void => {
      loop = keepResuming({ work: backlog, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      loop?.close()
      await backlog.close()
    },
  }
}
