import { errorCodes } from '@deal-canvas/contract'
import { DomainError } from '../../domain-error.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import { ModelRefusal } from '../models/models.service.ts'

/** What went wrong with a build, in a sentence for the person who waits for it. */
export interface BuildFailure {
  problem: string
  /** Whether something is wrong with us, not with the files. */
  isFault: boolean
}

const reasons: Readonly<Record<WorkerFailure['reason'], string>> = {
  deadline: 'Computing the files took too long',
  memory: 'The files need more memory than there is',
  busy: 'The server is busy; your files are stored, build again in a few minutes',
  cancelled: 'The build was cancelled',
  crashed: 'The calculation stopped unexpectedly; your files are stored, build again',
  task: 'The files could not be computed',
}

/** For a store that is away, and for processes that ended: neither says anything about the files. */
export const outageProblem = (what: string): string => `${what}; your files are stored, build again in a few minutes`

export const buildFailure = (error: unknown): BuildFailure => {
  if (error instanceof DomainError && errorCodes[error.code][0] === 503)
    return { problem: outageProblem(error.message), isFault: false }
  if (error instanceof DomainError || error instanceof ModelRefusal) return { problem: error.message, isFault: false }
  if (error instanceof WorkerFailure)
    return { problem: reasons[error.reason], isFault: error.reason === 'crashed' || error.reason === 'task' }
  return { problem: 'Something went wrong inside the service; try again', isFault: true }
}
