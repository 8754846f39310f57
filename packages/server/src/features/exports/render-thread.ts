import { exportMessages as messages } from '../../messages/exports.ts'
import { createWorkers } from '../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import { ExportProblem } from './export-problem.ts'
import type { Rendered } from './render.worker.ts'

/** A workbook of 50 MB takes less than half of it. */
const deadlineMs = 120_000
const memoryMb = 1_024

export type RenderThread = ReturnType<typeof createRenderThread>

/** Makes files in a worker thread, so that a large or hostile one delays nobody. */
export const createRenderThread = ({ onError }: { onError(error: unknown): void }) => {
  const workers = createWorkers({
    file: workerFile(import.meta.url, './render.worker.ts'),
    maxThreads: 2,
    memoryMb,
    isBackground: true,
    onStrayError: onError,
  })

  const problems: Partial<Record<WorkerFailure['reason'], () => string>> = {
    deadline: messages.takesTooLong,
    memory: messages.needsTooMuchMemory,
    crashed: messages.stopped,
    task: messages.stopped,
  }

  return {
    run: async (task: string, input: object, signal: AbortSignal): Promise<Uint8Array> => {
      const rendered = await workers.run<Rendered>(task, input, { deadlineMs, signal }).catch((error: unknown) => {
        const problem = error instanceof WorkerFailure ? problems[error.reason] : undefined
        if (problem === undefined) throw error
        // The cause can be a bug of ours, and nothing else would report it.
        onError(error)
        throw new ExportProblem(problem())
      })
      if ('problem' in rendered) throw new ExportProblem(rendered.problem)
      return rendered.bytes
    },
    close: () => workers.close(),
  }
}
