import type { WorkbookDifference } from '@deal-canvas/engine'
import { refuse } from '../../domain-error.ts'
import { createWorkers } from '../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import type { Compared } from './compare-workbooks.worker.ts'

const deadlineMs = 60_000
/** Two of the largest workbooks at once. */
const memoryMb = 1_536

export type ComparisonThread = ReturnType<typeof createComparisonThread>

/** Compares two workbooks in a worker thread. */
export const createComparisonThread = ({ onError }: { onError(error: unknown): void }) => {
  const workers = createWorkers({
    file: workerFile(import.meta.url, './compare-workbooks.worker.ts'),
    maxThreads: 1,
    memoryMb,
    onStrayError: onError,
  })

  return {
    /** Undefined: the workbook of the model cannot be read. */
    compare: async (
      workbooks: { before: Uint8Array; after: Uint8Array },
      signal?: AbortSignal,
    ): Promise<WorkbookDifference | undefined> => {
      try {
        const found = await workers.run<Compared>('compare', workbooks, { deadlineMs, ...(signal && { signal }) })
        return 'problem' in found ? undefined : found
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error
        if (error.reason === 'busy') return refuse('workers_busy', { retryAfterSeconds: 5 })
        if (error.reason === 'deadline' || error.reason === 'memory') return refuse('model_too_costly')
        throw error
      }
    },
    close: () => workers.close(),
  }
}
