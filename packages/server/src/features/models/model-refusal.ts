import { DomainError, refuse } from '../../domain-error.ts'
import { modelMessages } from '../../messages/models.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import type { Refused } from './worker-tasks.ts'

/** A rejection by a worker thread, with a message for the caller. */
export class ModelRefusal extends Error {
  override readonly name = 'ModelRefusal'
  readonly refused: Refused['refused']
  constructor(refused: Refused['refused']) {
    super(refused.message)
    this.refused = refused
  }
}

/** Translates the failure of a worker thread for the caller. */
export const meaningOf = (error: unknown): unknown => {
  if (!(error instanceof WorkerFailure)) return error
  // A retry would fail the same way, so neither memory nor time is reported as busy workers, which clients retry.
  if (error.reason === 'memory') return new ModelRefusal({ code: 'model_too_large', message: modelMessages.tooLarge() })
  if (error.reason === 'busy') return new DomainError('workers_busy')
  if (error.reason === 'deadline') return new DomainError('model_too_costly', { detail: modelMessages.takesTooLong() })
  return error
}

/** For callers that use the deal's current model and therefore have no file to reject. */
export const asOfNow = (error: unknown): never => {
  if (error instanceof ModelRefusal && error.refused.code === 'model_too_large')
    refuse('model_too_costly', { detail: error.message })
  throw error
}
