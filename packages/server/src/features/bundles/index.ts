import type { Config } from '../../config.ts'
import { days, later } from '../../platform/clock.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BundleKey, DealChanges, TakeOverTrail, VerifyTrail } from '../audit-trail/index.ts'
import type { Deals } from '../deals/index.ts'
import type { DealBlobs } from '../documents/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { createBundleRowsStore } from './bundle-rows.store.ts'
import { createImportDeal } from './import-deal.ts'
import { importRoutes } from './imports.routes.ts'
import { createImports } from './imports.service.ts'
import { createImportsStore } from './imports.store.ts'
import { createRunImports } from './run-imports.ts'
import { createWriteBundle } from './write-bundle.ts'

export { everyoneInBundle } from './bundle-rows.store.ts'
export type { WriteBundle } from './write-bundle.ts'

interface ImportNeeds {
  changes: DealChanges
  dealBlobs: DealBlobs
  deals: Deals
  onImported(dealId: string, signal: AbortSignal): Promise<void>
  quotas: Quotas
  takeOverTrail: TakeOverTrail
  verifyTrail: VerifyTrail
}

/** How long an import that has ended is listed. */
const keptMs = days(7)

/** Writes a whole deal into one file. */
export const createBundleWriter = ({ database, blobs, now }: Platform, { bundleKey }: { bundleKey: BundleKey }) =>
  createWriteBundle({ rows: createBundleRowsStore(database), database, blobs, key: bundleKey, now })

/** Deals that come from bundles, read in the background. */
export const createImportsFeature = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { database, onError, now }: Platform,
  { changes, dealBlobs, deals, onImported, quotas, takeOverTrail, verifyTrail }: ImportNeeds,
) => {
  const store = createImportsStore(database)
  const rows = createBundleRowsStore(database)
  let resuming: ReturnType<typeof keepResuming> | undefined
  const imports = createImports({
    store,
    rows,
    deals,
    blobs: dealBlobs,
    database,
    wake: () => resuming?.wake(),
    now,
  })
  const running = createRunImports({
    store,
    rows,
    importDeal: createImportDeal({ rows, database, deals, quotas, changes, takeOverTrail, verifyTrail, now }),
    blobs: dealBlobs,
    onImported,
    onError,
    now,
  })
  return {
    routes: importRoutes({ imports }),
    tasks: { dealImports: () => store.deleteBefore(later(now(), -keptMs)) },
    begin: (): void => {
      resuming = keepResuming({ work: running, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      resuming?.close()
      await running.close()
    },
  }
}
