import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'
import type { LimitRule } from './rate-limits.ts'
import type { Static, TSchema } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Absent = undefined

/** A body of files, sent as multipart/form-data and read as a stream. */
export interface Files<Fields extends TSchema | Absent = TSchema | Absent> {
  /** The form field name of each file. */
  readonly field: string
  readonly maxFiles: number
  /** Per file. */
  readonly maxBytes: number
  /** For the whole body. */
  readonly maxBytesTogether: number
  readonly description: string
  /** Text fields next to the files. */
  readonly fields?: Fields
}

/** The server-sent events of an operation: the data schema by event name. */
export type Events = Readonly<Record<string, TSchema>>

/** The messages of a WebSocket, by their `type`. */
export interface Frames {
  readonly client: Readonly<Record<string, TSchema>>
  readonly server: Readonly<Record<string, TSchema>>
}

/**
 * The single definition of an endpoint: the server validates by it, the client derives its types from it, and the
 * OpenAPI file is generated from it.
 */
export interface Operation<
  Params extends TSchema | Absent = TSchema | Absent,
  Query extends TSchema | Absent = TSchema | Absent,
  Body extends TSchema | Absent = TSchema | Absent,
  Answer extends TSchema | Absent = TSchema | Absent,
  Sent extends Events | Absent = Events | Absent,
> {
  readonly id: string
  readonly method: Method
  /** Parameters in braces: `/api/canvas/{deal_id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** What it does, what it rejects and what its limits are, in one to three sentences. */
  readonly description: string
  readonly access: Access
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** True if an absent, empty or null body is treated as an empty object. */
  readonly bodyOptional: boolean
  /** Set if the body consists of files instead. */
  readonly files: Files | undefined
  readonly answer: Answer
  /** Set if it responds with server-sent events; `error` and `bye` can end any stream and are not listed. */
  readonly events: Sent
  /** Set if the connection becomes a WebSocket. */
  readonly frames: Frames | undefined
  readonly status: number
  /** The media type of the response. */
  readonly mediaType: string
  readonly errors: readonly ErrorCode[]
  /** True if a repeat with the same Idempotency-Key gets the response of the first call. */
  readonly idempotent: boolean
  /** Its own rate limit, counted per user. */
  readonly limit: LimitRule | undefined
  /**
   * Whether it accepts If-Match with the version that the caller has seen; a stale one is 409, a missing required one
   * 428.
   */
  readonly ifMatch: boolean | 'required'
  /** True if its response has an ETag, so that a client with the current version gets an empty 304. */
  readonly etag: boolean
}

interface Declared<
  P extends TSchema | Absent,
  Q extends TSchema | Absent,
  B extends TSchema | Absent,
  A extends TSchema | Absent,
  F extends Files | Absent,
  E extends Events | Absent,
> {
  id: string
  method: Method
  path: string
  tag: string
  summary: string
  description?: string
  access: Access
  params?: P
  query?: Q
  body?: B
  bodyOptional?: boolean
  files?: F
  answer?: A
  events?: E
  frames?: Frames
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
  E extends Events | Absent = Absent,
>(
  declared: Declared<P, Q, B, A, F, E>,
): Operation<P, Q, B, A, E> & { readonly files: F } => ({
  description: '',
  bodyOptional: false,
  errors: [],
  // Default for every POST that creates or changes something, because an omission would go unnoticed.
  // Not for files: detecting a repeat would require storing the whole upload first.
  idempotent: declared.method === 'POST' && isForUsers(declared.access) && declared.files === undefined,
  limit: undefined,
  frames: undefined,
  ifMatch: false,
  etag: false,
  mediaType: 'application/json',
  ...declared,
  params: declared.params as P,
  query: declared.query as Q,
  body: declared.body as B,
  files: declared.files as F,
  answer: declared.answer as A,
  events: declared.events as E,
  status: declared.status ?? (declared.answer === undefined ? 204 : 200),
})

export type ValueOf<Schema extends TSchema | Absent> = Schema extends TSchema ? Static<Schema> : undefined
export type ParamsOf<Op extends Operation> = ValueOf<Op['params']>
export type QueryOf<Op extends Operation> = ValueOf<Op['query']>
export type BodyOf<Op extends Operation> = ValueOf<Op['body']>
export type AnswerOf<Op extends Operation> = Op['answer'] extends TSchema ? Static<Op['answer']> : void
/** The text fields next to the files of an upload. */
export type FieldsOf<Op extends Operation> = Op['files'] extends Files<infer Fields> ? ValueOf<Fields> : undefined
/** One server-sent event of an operation; its name determines its data. */
export type EventOf<Op extends Operation> = Op['events'] extends infer Sent extends Events
  ? {
      [Name in keyof Sent & string]: {
        readonly event: Name
        readonly data: Static<Sent[Name]>
        readonly id?: string | undefined
      }
    }[keyof Sent & string]
  : never
