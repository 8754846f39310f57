import type { ErrorCode } from '@deal-canvas/contract'

/** One entry of a 422 response. */
export interface ValidationFailure {
  readonly type: string
  /** Path to the field: `['body', 'first_name']`. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

/** The service's error codes, and three for failures on the way to it. Newer servers may use more. */
export type ApiErrorCode = ErrorCode | 'validation' | 'network' | 'unreadable_answer' | (string & {})

interface ApiErrorFields {
  /** 0 if there was no response or it was cut off. */
  status: number
  code: ApiErrorCode
  detail: string
  failures?: readonly ValidationFailure[] | undefined
  requestId?: string | undefined
  /** Seconds to wait before the next attempt. */
  retryAfter?: number | undefined
  /** Further fields of the error body, such as the open blockers. */
  fields?: Readonly<Record<string, unknown>> | undefined
  cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly detail: string
  readonly failures: readonly ValidationFailure[] | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly fields: Readonly<Record<string, unknown>>

  constructor({ status, code, detail, failures, requestId, retryAfter, fields, cause }: ApiErrorFields) {
    super(`${status} ${code}: ${detail}`, { cause })
    this.status = status
    this.code = code
    this.detail = detail
    this.failures = failures
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.fields = fields ?? {}
  }

  /** The message about one field of the body, if that field was rejected. */
  about(...path: readonly (string | number)[]): string | undefined {
    const at = ['body', ...path].join('\n')
    return this.failures?.find(({ loc }) => loc.join('\n') === at)?.msg.replace(/^Value error, /, '')
  }
}

export const networkError = (cause: unknown): ApiError =>
  new ApiError({ status: 0, code: 'network', detail: 'The service does not answer', cause })

export const unreadableAnswer = (status: number, cause?: unknown): ApiError =>
  new ApiError({ status, code: 'unreadable_answer', detail: 'The answer could not be read', cause })
