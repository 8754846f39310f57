import { refuse } from '../../domain-error.ts'
import { documentMessages } from '../../messages/documents.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'

const problems: Partial<Record<WorkerFailure['reason'], () => string>> = {
  deadline: documentMessages.takesTooLong,
  memory: documentMessages.needsTooMuchMemory,
  crashed: documentMessages.readingStopped,
  task: documentMessages.damaged,
}

/** A crash of the thread is blamed on the file; a missing free thread is not. */
export const workerProblem = (error: unknown, onError: (error: unknown) => void): { ok: false; problem: string } => {
  const problem = error instanceof WorkerFailure ? problems[error.reason] : undefined
  // The cause can still be a bug of ours, and nothing else would report it.
  if (problem !== undefined) onError(error)
  if (problem !== undefined) return { ok: false, problem: problem() }
  if (error instanceof WorkerFailure && error.reason === 'busy') return refuse('workers_busy', { retryAfterSeconds: 5 })
  throw error
}
