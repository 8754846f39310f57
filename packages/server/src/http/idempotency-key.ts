import { maxIdempotencyKeyLength } from '@deal-canvas/contract'
import type { Failure } from '@deal-canvas/fastapi-validation'

/** Reads and validates the Idempotency-Key header like any other input. */
export const readIdempotencyKey = (
  header: string | string[] | undefined,
): { value: string | undefined; failures: Failure[] } => {
  const value = Array.isArray(header) ? header[0] : header
  if (value === undefined || value === '') return { value: undefined, failures: [] }
  if (value.length <= maxIdempotencyKeyLength) return { value, failures: [] }
  const failure: Failure = {
    type: 'string_too_long',
    loc: ['header', 'idempotency-key'],
    msg: `String should have at most ${maxIdempotencyKeyLength} characters`,
    input: value,
    ctx: { max_length: maxIdempotencyKeyLength },
  }
  return { value: undefined, failures: [failure] }
}
