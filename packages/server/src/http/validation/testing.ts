import { anyone, model, operation, type TSchema } from '@deal-canvas/contract'
import type { Failure } from './failure.ts'
import { compileRequest, type RawRequest } from './request.ts'

/** What the tests beside this file share: an operation made of the parts that a rule is about. */
interface Parts {
  params?: TSchema
  query?: TSchema
  body?: TSchema
  bodyOptional?: boolean
}

export const bytes = (text: string) => new TextEncoder().encode(text)

export const judgeOf = (parts: Parts) => {
  const about = { id: 'sample', method: 'POST', path: '/sample', tag: 'Sample', summary: 'Sample' } as const
  const judge = compileRequest(operation({ ...about, access: anyone, ...parts }))
  return (raw: Partial<RawRequest>) =>
    judge({ params: {}, query: {}, body: undefined, contentType: 'application/json', ...raw })
}

export const failuresOf = (judged: { ok: boolean; failures?: Failure[] }): Failure[] => judged.failures ?? []

/** Judges one field of a body, written as JSON text because NaN and 1e999 have no other form. */
export const judgeField = (schema: TSchema, json: string) =>
  judgeOf({ body: model({ f: schema }) })({ body: bytes(`{"f":${json}}`) })

export const judgeQuery = (schema: TSchema, value: string | string[]) =>
  judgeOf({ query: model({ f: schema }) })({ query: { f: value } })
