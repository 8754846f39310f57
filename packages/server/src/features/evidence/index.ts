import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Sections } from '../memo/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { createBrush } from './brush/brush.service.ts'
import { createEmbedPending } from './embed-pending.ts'
import { evidenceRoutes } from './evidence.routes.ts'
import { createEvidence } from './evidence.service.ts'
import { createEvidenceStore } from './evidence.store.ts'
import { createDocumentPages } from './pages/document-pages.ts'
import { createPendingEmbeddingsStore } from './pending-embeddings.store.ts'

export type { Evidence } from './evidence.service.ts'
export type { StoredPassage } from './evidence.store.ts'
export { presentPassage } from './present-passage.ts'

interface Needs {
  documents: Documents
  changes: DealChanges
  metrics: Metrics
  sections: Sections
}

/** Searches the passages of a deal's documents. */
export const createEvidenceFeature = ({ databaseUrl }: Config, platform: Platform, needs: Needs) => {
  const { changes, documents, metrics, sections } = needs
  const { database, state, embeddings, onError, now } = platform
  const store = createEvidenceStore(database)
  const pending = createPendingEmbeddingsStore(database)
  const embedPending = embeddings && createEmbedPending({ pending, store, database, embeddings, onError, now })
  let resuming: ReturnType<typeof keepResuming> | undefined
  const evidence = createEvidence({
    store,
    pending,
    database,
    changes,
    embeddings,
    onPending: () => resuming?.wake(),
    onError,
    now,
  })
  const brush = createBrush({ evidence, metrics, sections, changes, state, onError })
  return {
    evidence,
    routes: evidenceRoutes({ evidence, brush, readPages: createDocumentPages({ documents, store }) }),
    begin: (): void => {
      if (embedPending !== undefined)
        resuming = keepResuming({ work: embedPending, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      resuming?.close()
      await embedPending?.close()
    },
  }
}
