import type { Config } from '../../config.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Deals } from '../deals/index.ts'
import type { DealBlobs, Documents } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'
import type { Statements } from '../facts/index.ts'
import type { Memo } from '../memo/index.ts'
import type { Models } from '../models/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { Quality } from '../quality/index.ts'
import type { Quotas } from '../quotas/index.ts'
import type { Readings } from '../readings/index.ts'
import { createBuildWatch } from './build-watch.ts'
import { createBuilds } from './builds.service.ts'
import { createBuildsStore } from './builds.store.ts'
import { intakeRoutes } from './intake.routes.ts'
import { createIntake } from './intake.service.ts'
import { createIntakeStore } from './intake.store.ts'
import { createNameSuggester } from './naming/name-suggester.ts'
import type { createPutIntoEvidence } from './put-into-evidence.ts'
import { createReadFiles } from './read-files.ts'
import { createResumeReading } from './resume-reading.ts'
import { createStageWork } from './stage-work.ts'

export type { StageWork } from './build-stages.ts'

export { stages } from './build-stages.ts'
export type { Intake } from './intake.service.ts'
export { createPutIntoEvidence } from './put-into-evidence.ts'

interface Needs {
  changes: DealChanges
  dealBlobs: DealBlobs
  deals: Deals
  documents: Documents
  evidence: Evidence
  memo: Memo
  models: Models
  orgs: Orgs
  putIntoEvidence: ReturnType<typeof createPutIntoEvidence>
  quality: Quality
  quotas: Quotas
  readings: Readings
  statements: Statements
}

/** The intake conversation, and the builds that turn its files into a deal. */
export const createIntakeFeature = async ({ databaseUrl }: Config, platform: Platform, needs: Needs) => {
  const { database, bus, state, onError, now } = platform
  const { changes, dealBlobs, deals, documents, evidence, memo, models, orgs, quality, quotas, readings } = needs
  const { putIntoEvidence, statements } = needs
  const store = createIntakeStore(database)
  const work = createStageWork({
    documents,
    models,
    quality,
    putIntoEvidence,
    memo,
    statements,
    blobs: dealBlobs,
    state,
  })
  const builds = createBuilds({
    store: createBuildsStore(database),
    database,
    changes,
    work,
    onEnd: store.end,
    bus,
    now,
    onError,
  })
  const watch = await createBuildWatch({ bus })
  const names = createNameSuggester({ onError })
  const intake = createIntake({
    store,
    database,
    records: deals,
    orgs,
    documents,
    changes,
    openNamespace: evidence.openNamespace,
    readFiles: createReadFiles({ documents, onError }),
    suggestName: names.suggest,
    builds,
    watch,
    quotas,
    readings,
    now,
  })
  const unread = createResumeReading({ documents, putIntoEvidence, onError, now })
  let resuming: ReturnType<typeof keepResuming>[] = []
  return {
    intake,
    work,
    routes: intakeRoutes({ intake }),
    begin: (): void => {
      const isAlone = databaseUrl === undefined
      resuming = [
        keepResuming({ work: builds, onError, isAlone }),
        keepResuming({ work: unread, onError, isAlone, everyMs: 60_000 }),
      ]
    },
    close: async (): Promise<void> => {
      for (const { close } of resuming) close()
      await watch.close()
      await builds.close()
      await names.close()
    },
  }
}
