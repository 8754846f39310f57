import { type ErrorCode, errorCodes } from '@deal-canvas/contract'

interface Particulars {
  /** Replaces the code's own sentence. */
  detail?: string
  /** Further fields of the answer, such as the current version. */
  fields?: Readonly<Record<string, unknown>>
  retryAfterSeconds?: number
}

/** A rule said no. Services throw it; the HTTP layer turns code into status by the contract's table. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined
  constructor(code: ErrorCode, { detail, fields, retryAfterSeconds }: Particulars = {}) {
    super(detail ?? errorCodes[code][1])
    this.name = 'DomainError'
    this.code = code
    this.fields = fields ?? {}
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const refuse = (code: ErrorCode, particulars?: Particulars): never => {
  throw new DomainError(code, particulars)
}
