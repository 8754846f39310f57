import type { ErrorCode } from '@deal-canvas/contract'
import type { FastifyInstance } from 'fastify'
import type { ErrorAnswer } from './error-answer.ts'

const path = /^\/api\/scim\/v2(?![^/?])/

/** Whether a request is one of a SCIM client, which understands only the errors of RFC 7644. */
export const isScim = (url: string): boolean => path.test(url)

export const scimMediaType = 'application/scim+json; charset=utf-8'

const types: Partial<Record<ErrorCode, string>> = {
  scim_invalid_filter: 'invalidFilter',
  scim_invalid_path: 'invalidPath',
  scim_invalid_syntax: 'invalidSyntax',
  scim_invalid_value: 'invalidValue',
  scim_mutability: 'mutability',
  scim_no_target: 'noTarget',
  scim_uniqueness: 'uniqueness',
}

interface Failure {
  loc: readonly unknown[]
  msg: string
}

/** A failed validation has a list of failures; SCIM has one sentence and one keyword. */
const readFailures = ([first]: readonly Failure[]) => ({
  status: 400,
  scimType: first?.loc[0] === 'body' ? 'invalidSyntax' : 'invalidValue',
  detail: [...(first?.loc ?? []), first?.msg ?? ''].join(' '),
})

const readCode = (status: number, { code, detail }: Record<string, unknown>) => {
  const scimType = types[code as ErrorCode]
  return { status, detail, code, ...(scimType === undefined ? {} : { scimType }) }
}

/** An error in the form of RFC 7644 §3.12. */
export const scimError = ({ status, body, ...rest }: ErrorAnswer): ErrorAnswer => {
  const { detail } = body
  const said = Array.isArray(detail) ? readFailures(detail as Failure[]) : readCode(status, body)
  const { request_id } = body
  return {
    ...rest,
    status: said.status,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ...said,
      status: String(said.status),
      ...(request_id === undefined ? {} : { request_id }),
    },
  }
}

interface Resource {
  meta?: { location?: string; version?: string }
}

/** Repeats version and address of a resource in the headers of its answer. */
export const tagResources = (app: FastifyInstance): void => {
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (!isScim(request.url)) return payload
    const { location, version } = (payload as Resource | null)?.meta ?? {}
    if (version !== undefined) reply.header('etag', version)
    if (location !== undefined && reply.statusCode === 201) reply.header('location', location)
    return payload
  })
}
