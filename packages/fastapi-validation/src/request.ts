import type { TSchema } from 'typebox'
import { compile } from './compile.ts'
import { notObject } from './containers.ts'
import { createEcho } from './echo.ts'
import type { Failure } from './failure.ts'
import { readJson } from './json.ts'
import { type Check, createReport, type Report } from './report.ts'
import type { RequestSchemas } from './request-schemas.ts'
import type { Source } from './scalars.ts'

/** A request as received. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array | undefined
  readonly contentType: string | undefined
}

export type Judged = { ok: true; params: unknown; query: unknown; body: unknown } | { ok: false; failures: Failure[] }

const isJson = (contentType = ''): boolean => /^application\/(?:[^\s;/]+\+)?json\s*(?:;|$)/i.test(contentType.trim())

const isForm = (contentType = ''): boolean => /^multipart\/form-data\s*(?:;|$)/i.test(contentType.trim())

/**
 * Compiles the schemas of an operation once, at startup, into the validator of its requests. All failures are reported:
 * those of the path first, then the query, then the body, each in declaration order.
 */
export const compileRequest = (operation: RequestSchemas): ((request: RawRequest) => Judged) => {
  const part = (name: string, schema: TSchema | undefined, source: Source): Check =>
    schema === undefined ? () => undefined : compile(schema, source, `${operation.id} ${name}`)
  const path = part('path', operation.params, 'text')
  const query = part('query', operation.query, 'text')
  const body = part('body', operation.body, 'json')
  const echo = createEcho(operation)

  const absent: Check = (_, report) =>
    operation.bodyOptional ? body({}, report) : report.fail('missing', 'Field required', null)

  /** A multipart form is validated while it arrives. */
  const judgeForm = (field: string, { body: bytes, contentType }: RawRequest, report: Report): unknown => {
    if (isForm(contentType) && bytes === undefined) return undefined
    if (bytes !== undefined && bytes.length > 0) return report.at('body', notObject, new TextDecoder().decode(bytes))
    const missing: Check = () => report.fail('missing', 'Field required', null)
    return report.at('body', () => report.at(field, missing, null), null)
  }

  const judgeBody = (request: RawRequest, report: Report): unknown => {
    const { body: bytes, contentType } = request
    if (operation.files !== undefined) return judgeForm(operation.files.field, request, report)
    if (operation.body === undefined) return undefined
    if (bytes === undefined || bytes.length === 0) return report.at('body', absent, null)
    if (!isJson(contentType)) return report.at('body', notObject, new TextDecoder().decode(bytes))
    const read = readJson(bytes)
    if (!read.ok) return report.add(read.failure)
    return report.at('body', read.value === null ? absent : body, read.value)
  }

  return (request) => {
    const report = createReport()
    const handedOn = {
      params: report.at('path', path, request.params),
      query: report.at('query', query, request.query),
      body: judgeBody(request, report),
    }
    if (report.failures.length > 0) return { ok: false, failures: echo(report.failures) }
    return { ok: true, ...handedOn }
  }
}
