import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { DealBlobs, Documents } from '../documents/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { cropRoutes } from './crops.routes.ts'
import { createCrops } from './crops.service.ts'
import { createCropsStore } from './crops.store.ts'

export type { CropRow, Crops } from './crops.service.ts'

interface Needs {
  changes: DealChanges
  dealBlobs: DealBlobs
  documents: Documents
  quotas: Quotas
}

/** Images that comments show. */
export const createCropsFeature = (platform: Platform, { changes, dealBlobs, documents, quotas }: Needs) => {
  const { database, blobs, state, now } = platform
  const crops = createCrops({
    store: createCropsStore(database),
    database,
    changes,
    blobs: dealBlobs,
    state,
    documents,
    quotas,
    now,
  })
  return { crops, routes: cropRoutes({ crops, blobs }), tasks: { imageCrops: () => crops.sweep() } }
}
