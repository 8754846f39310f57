import { errorCodes } from '@deal-canvas/contract'
import { DomainError } from '../../domain-error.ts'
import { buildMessages } from '../../messages/intake.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import { ModelRefusal } from '../models/index.ts'

/** Why a build failed, as a message for the user who waits for it. */
export interface BuildFailure {
  problem: string
  /** Whether the cause is in the service and not in the files. */
  isFault: boolean
}

/** For an unavailable store and for processes that died: neither says anything about the files. */
export const outageProblem = (cause: string): string => buildMessages.outage({ cause: cause.replace(/\.$/, '') })

export const buildFailure = (error: unknown): BuildFailure => {
  if (error instanceof DomainError && error.code === 'workers_busy')
    return { problem: buildMessages.busy(), isFault: false }
  if (error instanceof DomainError && errorCodes[error.code][0] === 503)
    return { problem: outageProblem(error.message), isFault: false }
  if (error instanceof DomainError || error instanceof ModelRefusal) return { problem: error.message, isFault: false }
  if (error instanceof WorkerFailure)
    return { problem: buildMessages[error.reason](), isFault: error.reason === 'crashed' || error.reason === 'task' }
  return { problem: buildMessages.fault(), isFault: true }
}
