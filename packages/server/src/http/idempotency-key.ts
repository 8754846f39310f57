import type { Failure } from './validation/failure.ts'

const longest = 255

/** The Idempotency-Key header, judged as every other input is. */
export const readIdempotencyKey = (
  header: string | string[] | undefined,
): { value: string | undefined; failures: Failure[] } => {
  const value = Array.isArray(header) ? header[0] : header
  if (value === undefined || value === '') return { value: undefined, failures: [] }
  if (value.length <= longest) return { value, failures: [] }
  const failure: Failure = {
    type: 'string_too_long',
    loc: ['header', 'idempotency-key'],
    msg: `String should have at most ${longest} characters`,
    input: value,
    ctx: { max_length: longest },
  }
  return { value: undefined, failures: [failure] }
}
