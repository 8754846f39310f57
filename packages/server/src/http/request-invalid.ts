import type { Failure } from '@deal-canvas/fastapi-validation'

/** The request is malformed; all failures are listed. */
export class RequestInvalid extends Error {
  readonly failures: readonly Failure[]
  constructor(failures: readonly Failure[]) {
    super('The request is not well formed')
    this.name = 'RequestInvalid'
    this.failures = failures
  }
}
