import type { Failure } from './validation/failure.ts'

const form = /^(?:W\/)?"(\d{1,15})"$/

/** The version in an If-Match header: `"3"`. A star matches any version, like no header at all. */
export const readIfMatch = (header: string | undefined): { value: number | undefined; failures: Failure[] } => {
  if (header === undefined || header.trim() === '*') return { value: undefined, failures: [] }
  const [, version] = form.exec(header.trim()) ?? []
  if (version !== undefined) return { value: Number(version), failures: [] }
  const reason = 'If-Match should be a version in quotes, such as "3"'
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
