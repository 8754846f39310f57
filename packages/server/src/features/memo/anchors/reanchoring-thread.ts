import { refuse } from '../../../domain-error.ts'
import { createWorkers } from '../../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../../platform/workers/workers.ts'
import { createBudget } from './budget.ts'
import { type AnchorChange, maxQuickSteps, planReanchoring, type Rewriting } from './reanchoring.ts'

export type ReanchoringThread = ReturnType<typeof createReanchoringThread>

const deadlineMs = 30_000

/**
 * Computes slow plans in a worker thread, so that long texts with thousands of comments do not block the event loop.
 */
export const createReanchoringThread = ({ onError }: { onError(error: unknown): void }) => {
  const workers = createWorkers({
    file: workerFile(import.meta.url, './reanchoring.worker.ts'),
    maxThreads: 1,
    memoryMb: 256,
    onStrayError: onError,
  })
  return {
    plan: async (rewriting: Rewriting): Promise<AnchorChange[]> => {
      try {
        return await workers.run<AnchorChange[]>('plan', rewriting, { deadlineMs })
      } catch (error) {
        if (error instanceof WorkerFailure && error.reason === 'busy')
          return refuse('workers_busy', { retryAfterSeconds: 5 })
        // The section must still be writable, so anchors that cannot be found quickly are detached.
        onError(error)
        const { anchors, text, before } = rewriting
        return planReanchoring(anchors, text, before, createBudget(maxQuickSteps))
      }
    },
    close: () => workers.close(),
  }
}
