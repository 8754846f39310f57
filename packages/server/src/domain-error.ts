import { type ErrorCode, errorCodes } from '@deal-canvas/contract'

interface Particulars {
  /** Replaces the default message of the code. */
  detail?: string
  /** Additional fields of the answer, such as the current version. */
  fields?: Readonly<Record<string, unknown>>
  retryAfterSeconds?: number
}

/** A violated business rule. Services throw it; the HTTP layer maps the code to a status by the contract's table. */
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
