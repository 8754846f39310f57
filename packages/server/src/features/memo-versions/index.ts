import type { Platform } from '../../platform/platform.ts'
import { createCompareThread } from './compare-thread.ts'
import { memoVersionRoutes } from './memo-versions.routes.ts'
import { createMemoVersions } from './memo-versions.service.ts'
import { createMemoVersionsStore } from './memo-versions.store.ts'
import { createRecordVersion } from './record-version.ts'

export type { MemoAsOf, MemoVersions } from './memo-versions.service.ts'

/** The versions of the memo with the numbers of that time, and the redline between two of them. */
export const createMemoVersionsFeature = ({ database, onError }: Pick<Platform, 'database' | 'onError'>) => {
  const thread = createCompareThread({ onError })
  const memoVersions = createMemoVersions({ store: createMemoVersionsStore(database), thread })
  return {
    memoVersions,
    recordVersion: createRecordVersion(database),
    routes: memoVersionRoutes({ versions: memoVersions }),
    close: thread.close,
  }
}
