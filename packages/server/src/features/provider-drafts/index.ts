import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { AddDraft } from '../comments/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'
import type { Statements } from '../facts/index.ts'
import type { Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { ModelProvider } from '../model-provider/index.ts'
import type { Models } from '../models/index.ts'
import { createMakeDrafts } from './make-drafts.ts'
import { providerDraftRoutes } from './provider-drafts.routes.ts'
import { createProviderDrafts } from './provider-drafts.service.ts'
import { createProviderDraftsStore } from './provider-drafts.store.ts'
import { createReadSources } from './sources.ts'

interface Needs {
  addDraft: AddDraft
  changes: DealChanges
  documents: Documents
  evidence: Evidence
  metrics: Metrics
  models: Models
  provider: ModelProvider
  sections: Sections
  statements: Statements
}

/** Sections drafted by a model provider, in the background. */
export const createProviderDraftsFeature = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { database, state, onError, now }: Platform,
  needs: Needs,
) => {
  const store = createProviderDraftsStore(database)
  const making = createMakeDrafts({ ...needs, store, state, readSources: createReadSources(needs), onError, now })
  let resuming: ReturnType<typeof keepResuming> | undefined
  const drafts = createProviderDrafts({
    ...needs,
    store,
    database,
    wake: () => resuming?.wake(),
    stop: making.stop,
    now,
  })
  return {
    routes: providerDraftRoutes({ drafts }),
    tasks: { providerDrafts: making.sweep },
    begin: (): void => {
      resuming = keepResuming({ work: making, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      resuming?.close()
      await making.close()
    },
  }
}
