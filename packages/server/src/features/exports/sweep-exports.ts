import type { Clock } from '../../platform/clock.ts'
import type { DealBlobs } from '../documents/index.ts'
import type { ExportsStore } from './exports.store.ts'

interface Deps {
  store: Pick<ExportsStore, 'deleteExpired'>
  blobs: Pick<DealBlobs, 'deleteUnnamed'>
  now: Clock
}

/** Deletes expired exports with their files. */
export const createSweepExports =
  ({ store, blobs, now }: Deps) =>
  async (): Promise<void> => {
    await blobs.deleteUnnamed(await store.deleteExpired(now()))
  }
