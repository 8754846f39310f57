import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import { createDigestSettings } from './digest-settings.service.ts'
import { createDigestSettingsStore } from './digest-settings.store.ts'
import { digestRoutes } from './digests.routes.ts'
import { createDigestsStore } from './digests.store.ts'
import { createMakeDigests } from './make-digests.ts'
import { createUnsubscribing } from './unsubscribing.service.ts'

export type { Unsubscribing } from './unsubscribing.service.ts'

/** Digests of notifications by mail. */
export const createDigestsFeature = (
  { databaseUrl, digests: isAvailable, publicUrl }: Pick<Config, 'databaseUrl' | 'digests' | 'publicUrl'>,
  { database, limits, mail, onError, now }: Platform,
) => {
  const store = createDigestSettingsStore(database)
  const making = createMakeDigests({ store: createDigestsStore(database), database, mail, publicUrl, onError, now })
  let resuming: ReturnType<typeof keepResuming> | undefined
  return {
    unsubscribing: createUnsubscribing({ store, limits, now }),
    deliver: () => making.resume(),
    routes: digestRoutes({ settings: createDigestSettings({ store, database, isAvailable, now }) }),
    tasks: { digests: making.sweep },
    begin: (): void => {
      if (isAvailable) resuming = keepResuming({ work: making, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      resuming?.close()
      await making.close()
    },
  }
}
