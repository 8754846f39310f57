import type { Failure } from '@deal-canvas/fastapi-validation'
import { requestMessages } from '../messages/requests.ts'

const form = /^(?:W\/)?"(\d{1,15})"$/

/** The version in an If-Match header: `"3"`. `*` matches any version, like a missing header. */
export const readIfMatch = (header: string | undefined): { value: number | undefined; failures: Failure[] } => {
  if (header === undefined || header.trim() === '*') return { value: undefined, failures: [] }
  const [, version] = form.exec(header.trim()) ?? []
  if (version !== undefined) return { value: Number(version), failures: [] }
  const reason = requestMessages.ifMatchInvalid()
  return {
    value: undefined,
    failures: [
      {
        type: 'value_error',
        loc: ['header', 'if-match'],
        msg: `Value error, ${reason}`,
        input: header,
        ctx: { error: reason },
      },
    ],
  }
}
