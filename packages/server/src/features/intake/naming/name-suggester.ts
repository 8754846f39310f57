import { createWorkers } from '../../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../../platform/workers/worker-file.ts'
import type { ReadFile } from './read-file.ts'
import { type NameSuggestion, suggestName } from './suggest-name.ts'

export type NameSuggester = ReturnType<typeof createNameSuggester>

/** Naming takes milliseconds, but starting its thread can take seconds on a busy machine. */
const deadlineMs = 20_000

/** Suggests names in a worker thread, because matching untrusted file content could block the event loop. */
export const createNameSuggester = ({ onError }: { onError(error: unknown): void }) => {
  const workers = createWorkers({
    file: workerFile(import.meta.url, './naming.worker.ts'),
    maxThreads: 1,
    memoryMb: 128,
    onStrayError: onError,
  })
  return {
    /** Falls back to the file names if the thread fails. */
    suggest: async (
      files: readonly ReadFile[],
      settings: Readonly<Record<string, unknown>>,
    ): Promise<NameSuggestion | undefined> => {
      try {
        return await workers.run<NameSuggestion | undefined>('suggest', { files, settings }, { deadlineMs })
      } catch (error) {
        onError(error)
        return suggestName(
          files.map(({ fileName }) => ({ fileName, title: null, lines: [] })),
          settings,
        )
      }
    },
    close: () => workers.close(),
  }
}
