import { type ErrorCode, errorCodes } from '@deal-canvas/contract'
import { DomainError } from '../domain-error.ts'
import { InvalidInput } from '../invalid-input.ts'
import { isStorageFull } from '../platform/disk/storage-full.ts'
import { isStoreUnavailable } from '../platform/store-unavailable.ts'
import { objectionFailure } from './objection-failure.ts'
import { RequestInvalid } from './request-invalid.ts'

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
  /** True if the error is a defect of the service rather than of the request. */
  fault: boolean
}

const answer = (code: ErrorCode, extra: Partial<ErrorAnswer> = {}): ErrorAnswer => {
  const [status, detail] = errorCodes[code]
  return {
    status,
    headers: { ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}), ...extra.headers },
    body: { detail, code, ...extra.body },
    fault: extra.fault ?? false,
  }
}

/** Error codes for requests that the framework itself rejects, by status. */
const frameworkCodes: Record<number, ErrorCode> = {
  404: 'not_found',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  431: 'headers_too_large',
}

const statusOf = (error: unknown): number | undefined => {
  const { statusCode } = error as { statusCode?: unknown }
  return typeof statusCode === 'number' ? statusCode : undefined
}

/** The only place where an error becomes an answer. An unexpected error reveals nothing but the request id. */
export const errorAnswer = (error: unknown, requestId: string): ErrorAnswer => {
  if (error instanceof RequestInvalid)
    return { status: 422, headers: {}, body: { detail: error.failures }, fault: false }
  if (error instanceof InvalidInput) {
    return { status: 422, headers: {}, body: { detail: error.objections.map(objectionFailure) }, fault: false }
  }
  if (error instanceof DomainError) {
    const { code, message, fields, retryAfterSeconds } = error
    const wait = retryAfterSeconds ?? (errorCodes[code][0] === 503 ? 1 : undefined)
    return answer(code, {
      headers: wait === undefined ? {} : { 'retry-after': String(wait) },
      body: { ...fields, detail: message, code },
    })
  }
  // Checked before store errors: a client that disconnects during its body fails with the same code as a lost store
  // connection.
  const status = error instanceof Error ? statusOf(error) : undefined
  if (status !== undefined && status >= 400 && status < 500) return answer(frameworkCodes[status] ?? 'bad_request')
  if (isStorageFull(error)) return answer('storage_full', { headers: { 'retry-after': '30' }, fault: true })
  if (isStoreUnavailable(error)) return answer('store_unavailable', { headers: { 'retry-after': '1' }, fault: true })
  return answer('internal', { body: { request_id: requestId }, fault: true })
}
