import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'
import type { LimitRule } from './limits.ts'
import type { Static, TSchema } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Absent = undefined

/** A body of files, sent as multipart/form-data and read as it arrives. */
export interface Files<Fields extends TSchema | Absent = TSchema | Absent> {
  /** What each file is called in the form. */
  readonly field: string
  readonly most: number
  /** Of each file. */
  readonly maxBytes: number
  /** Of the whole body. */
  readonly maxBytesTogether: number
  readonly description: string
  /** Texts beside the files. */
  readonly fields?: Fields
}

/** One endpoint, said once: the server validates by it, the client is typed by it, the OpenAPI file is made from it. */
export interface Operation<
  Params extends TSchema | Absent = TSchema | Absent,
  Query extends TSchema | Absent = TSchema | Absent,
  Body extends TSchema | Absent = TSchema | Absent,
  Answer extends TSchema | Absent = TSchema | Absent,
> {
  readonly id: string
  readonly method: Method
  /** Parameters in braces: `/api/canvas/{deal_id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly access: Access
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** True where an absent, empty or null body is as good as an empty object. */
  readonly bodyOptional: boolean
  /** Set where the body is one of files instead. */
  readonly files: Files | undefined
  readonly answer: Answer
  readonly status: number
  /** The media type of the answer. */
  readonly mediaType: string
  readonly errors: readonly ErrorCode[]
  /** Whether a repeat under the same Idempotency-Key is answered from the first call. */
  readonly idempotent: boolean
  /** A limit of its own, counted per user. */
  readonly limit: LimitRule | undefined
  /** Whether it accepts If-Match with the version that the caller has seen; a stale one is 409, an absent required one 428. */
  readonly ifMatch: boolean | 'required'
  /** Whether its answer carries an ETag, so that who has it already gets an empty 304. */
  readonly etag: boolean
}

interface Declared<
  P extends TSchema | Absent,
  Q extends TSchema | Absent,
  B extends TSchema | Absent,
  A extends TSchema | Absent,
  F extends Files | Absent,
> {
  id: string
  method: Method
  path: string
  tag: string
  summary: string
  access: Access
  params?: P
  query?: Q
  body?: B
  bodyOptional?: boolean
  files?: F
  answer?: A
  status?: number
  mediaType?: string
  errors?: readonly ErrorCode[]
  idempotent?: boolean
  limit?: LimitRule
  ifMatch?: boolean | 'required'
  etag?: boolean
}

const isForUsers = ({ kind }: Access): boolean => kind !== 'public' && kind !== 'refresh_cookie' && kind !== 'operator'

export const operation = <
  P extends TSchema | Absent = Absent,
  Q extends TSchema | Absent = Absent,
  B extends TSchema | Absent = Absent,
  A extends TSchema | Absent = Absent,
  F extends Files | Absent = Absent,
>(
  declared: Declared<P, Q, B, A, F>,
): Operation<P, Q, B, A> & { readonly files: F } => ({
  bodyOptional: false,
  errors: [],
  // Every POST that creates or changes, unless it says otherwise; forgetting it would be found by nobody.
  // To know a repeat of files the whole upload would have to be kept first.
  idempotent: declared.method === 'POST' && isForUsers(declared.access) && declared.files === undefined,
  limit: undefined,
  ifMatch: false,
  etag: false,
  mediaType: 'application/json',
  ...declared,
  params: declared.params as P,
  query: declared.query as Q,
  body: declared.body as B,
  files: declared.files as F,
  answer: declared.answer as A,
  status: declared.status ?? (declared.answer === undefined ? 204 : 200),
})

export type ValueOf<Schema extends TSchema | Absent> = Schema extends TSchema ? Static<Schema> : undefined
export type ParamsOf<Op extends Operation> = ValueOf<Op['params']>
export type QueryOf<Op extends Operation> = ValueOf<Op['query']>
export type BodyOf<Op extends Operation> = ValueOf<Op['body']>
export type AnswerOf<Op extends Operation> = Op['answer'] extends TSchema ? Static<Op['answer']> : void
/** The texts beside the files of an upload. */
export type FieldsOf<Op extends Operation> = Op['files'] extends Files<infer Fields> ? ValueOf<Fields> : undefined
