import { DomainError, refuse } from '../../domain-error.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import type { Refused } from './worker-tasks.ts'

/** What a thread refused, with the words for whoever asked. */
export class ModelRefusal extends Error {
  override readonly name = 'ModelRefusal'
  readonly refused: Refused['refused']
  constructor(refused: Refused['refused']) {
    super(refused.message)
    this.refused = refused
  }
}

/** What a thread's failure means to whoever asked. */
export const meaningOf = (error: unknown): unknown => {
  if (!(error instanceof WorkerFailure)) return error
  // A second attempt would end the same way, so neither memory nor time is reported as busy workers, which clients retry.
  if (error.reason === 'memory')
    return new ModelRefusal({ code: 'model_too_large', message: 'The model is too large to compute' })
  if (error.reason === 'busy') return new DomainError('workers_busy')
  if (error.reason === 'deadline')
    return new DomainError('model_too_costly', { detail: 'The model takes too long to compute' })
  return error
}

/** For who asks about a model that the deal has already, and so has no file to be refused. */
export const asOfNow = (error: unknown): never => {
  if (error instanceof ModelRefusal && error.refused.code === 'model_too_large')
    refuse('model_too_costly', { detail: error.message })
  throw error
}
