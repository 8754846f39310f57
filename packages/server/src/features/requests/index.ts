import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Quality } from '../quality/index.ts'
import { createRemind } from './remind.ts'
import { requestRoutes } from './requests.routes.ts'
import { createRequests } from './requests.service.ts'
import { createRequestsStore } from './requests.store.ts'

export type { Requests } from './requests.service.ts'

interface Needs {
  changes: DealChanges
  quality: Quality
}

/** What people ask each other to do on a deal, and the reminders of it. */
export const createRequestsFeature = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { database, onError, now }: Platform,
  { changes, quality }: Needs,
) => {
  const store = createRequestsStore(database)
  const requests = createRequests({ store, changes, quality })
  const reminding = createRemind({ store, changes, onError, now })
  let resuming: ReturnType<typeof keepResuming> | undefined
  return {
    requests,
    routes: requestRoutes(requests),
    begin: (): void => {
      resuming = keepResuming({ work: reminding, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      resuming?.close()
      await reminding.close()
    },
  }
}
