import type { Failure } from './validation/failure.ts'

/** The request is not well formed; every failure found is listed. */
export class RequestInvalid extends Error {
  readonly failures: readonly Failure[]
  constructor(failures: readonly Failure[]) {
    super('The request is not well formed')
    this.name = 'RequestInvalid'
    this.failures = failures
  }
}
