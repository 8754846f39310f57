import { type Clock, later } from '../../platform/clock.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { createPutIntoEvidence } from './put-into-evidence.ts'

interface Deps {
  documents: Pick<Documents, 'takeUnread'>
  putIntoEvidence: ReturnType<typeof createPutIntoEvidence>
  onError(error: unknown): void
  now: Clock
}

/** One that has not moved for so long is read by nobody: reading ends, well or badly, long before. */
const abandonedMs = 10 * 60_000
const maxAtOnce = 4

/**
 * Goes on with documents that came to a deal and whose process ended before they were read, or whose embeddings were not to
 * be had. One at a time: people who wait for something come first.
 */
export const createResumeReading = ({ documents, putIntoEvidence, onError, now }: Deps) => ({
  /** Who has the database alone need not wait to know that nobody reads them. */
  resume: async ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
    for (const document of await documents.takeUnread(later(now(), isAlone ? 1 : -abandonedMs), maxAtOnce))
      await putIntoEvidence(document).catch(onError)
  },
})
