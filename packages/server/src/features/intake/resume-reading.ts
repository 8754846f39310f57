import { type Clock, later } from '../../platform/clock.ts'
import type { Documents } from '../documents/index.ts'
import type { createPutIntoEvidence } from './put-into-evidence.ts'

interface Deps {
  documents: Pick<Documents, 'takeUnread'>
  putIntoEvidence: ReturnType<typeof createPutIntoEvidence>
  onError(error: unknown): void
  now: Clock
}

/** No reading is running after this long without change: it ends, successfully or not, long before. */
const abandonedMs = 10 * 60_000
const maxAtOnce = 4

/**
 * Resumes documents of a deal whose process died before they were read, or whose embeddings were unavailable. One at a
 * time, so that users who are waiting come first.
 */
export const createResumeReading = ({ documents, putIntoEvidence, onError, now }: Deps) => ({
  /** A node that uses the database alone need not wait until readings count as abandoned. */
  resume: async ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
    for (const document of await documents.takeUnread(later(now(), isAlone ? 1 : -abandonedMs), maxAtOnce))
      await putIntoEvidence(document).catch(onError)
  },
})
