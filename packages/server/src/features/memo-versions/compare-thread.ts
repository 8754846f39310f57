import { refuse } from '../../domain-error.ts'
import { createWorkers } from '../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import type { ComparedTexts, TextPair } from './compare-texts.worker.ts'

const deadlineMs = 10_000

export type CompareThread = ReturnType<typeof createCompareThread>

/** Compares texts in a worker thread. */
export const createCompareThread = ({ onError }: { onError(error: unknown): void }) => {
  const workers = createWorkers({
    file: workerFile(import.meta.url, './compare-texts.worker.ts'),
    maxThreads: 1,
    memoryMb: 256,
    onStrayError: onError,
  })

  return {
    compare: async (pairs: readonly TextPair[]): Promise<ComparedTexts[]> => {
      if (pairs.length === 0) return []
      try {
        return await workers.run<ComparedTexts[]>('compare', { pairs }, { deadlineMs })
      } catch (error) {
        if (error instanceof WorkerFailure && error.reason === 'busy') refuse('workers_busy', { retryAfterSeconds: 5 })
        throw error
      }
    },

    close: () => workers.close(),
  }
}
