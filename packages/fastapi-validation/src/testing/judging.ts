import type { TSchema } from 'typebox'
import type { Failure } from '../failure.ts'
import { compileRequest, type RawRequest } from '../request.ts'
import type { RequestSchemas } from '../request-schemas.ts'
import { model } from './schemas.ts'

export const bytes = (text: string) => new TextEncoder().encode(text)

/** Validates requests with the given parts. */
export const judgeOf = (parts: Omit<RequestSchemas, 'id'>) => {
  const judge = compileRequest({ id: 'sample', ...parts })
  return (raw: Partial<RawRequest>) =>
    judge({ params: {}, query: {}, body: undefined, contentType: 'application/json', ...raw })
}

export const failuresOf = (judged: { ok: boolean; failures?: Failure[] }): Failure[] => judged.failures ?? []

/** Validates one body field, given as JSON text because NaN and 1e999 have no other form. */
export const judgeField = (schema: TSchema, json: string) =>
  judgeOf({ body: model({ f: schema }) })({ body: bytes(`{"f":${json}}`) })

export const judgeQuery = (schema: TSchema, value: string | string[]) =>
  judgeOf({ query: model({ f: schema }) })({ query: { f: value } })
