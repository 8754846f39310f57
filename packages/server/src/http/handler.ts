import type {
  AnswerOf,
  BodyOf,
  EndingEvent,
  EventOf,
  FieldsOf,
  Operation,
  ParamsOf,
  QueryOf,
} from '@deal-canvas/contract'
import type { Actor } from '../actor.ts'
import type { Caller } from '../caller.ts'
import type { Connection } from '../connection.ts'
import type { StoredBytes } from './answer-bytes.ts'
import type { StreamEvent } from './event-stream.ts'
import type { Upload } from './upload.ts'

/** What a handler gets of a request: authorized, validated and typed by its operation. */
export interface Call<Op extends Operation> {
  params: ParamsOf<Op>
  query: QueryOf<Op>
  body: BodyOf<Op>
  caller: Caller
  refreshCookie: RefreshCookie
  deviceCookie: DeviceCookie
  /** The version that the client last saw, if the operation supports If-Match and the client sent it. */
  ifMatch: number | undefined
  /** The last event that the client received, if it resumes a stream. */
  lastEventId: string | undefined
  /** Whether the client asks for server-sent events. */
  wantsEvents: boolean
  /** Aborted when the client disconnects or its session ends. */
  signal: AbortSignal
}

export interface ActorCall<Op extends Operation> extends Call<Op> {
  actor: Actor
}

export interface FilesCall<Op extends Operation> extends ActorCall<Op>, Upload<FieldsOf<Op>> {}

export interface RefreshCookie {
  value: string | undefined
  set(value: string, expires: Date): void
  clear(): void
}

/**
 * Renders the answer to a repeated request from the record that the first call created or changed, if the answer is too
 * large to be stored.
 */
export interface Rerender<Op extends Operation> {
  idOf(answer: AnswerOf<Op>): string
  render(call: ActorCall<Op>, recordId: string): Promise<AnswerOf<Op>>
}

/** A cookie that stays when the user signs out. */
export interface DeviceCookie {
  value: string | undefined
  set(value: string): void
}

/** Events that a stream of an operation can send: those listed in the contract, and those that can end any stream. */
export type SentEvent<Op extends Operation> = EventOf<Op> | EndingEvent

/** An operation with its handler. */
export interface Route {
  operation: Operation
  rerender: { idOf(answer: unknown): string; render: Rerender<Operation>['render'] } | undefined
  needsActor: boolean
  /** How the answer is sent: server-sent events, lines, bytes, a channel, or not streamed. */
  streams: 'events' | 'events_if_asked' | 'lines' | 'bytes' | 'channel' | false
  /** How long to wait for the first event before anything is sent, so that an error until then has its own status. */
  maxSilenceMs?: number | undefined
  /** Runs before the transaction of an idempotent call starts; its result is passed to `run`. */
  prepare(call: ActorCall<Operation>): Promise<unknown>
  run(
    call: ActorCall<Operation>,
    prepared: unknown,
  ): Promise<unknown> | AsyncIterable<StreamEvent> | AsyncIterable<string>
}

const nothing = async (): Promise<undefined> => undefined

// A route does not keep the types of its operation; they are erased only here.
const route = (
  operation: Operation,
  rest: Pick<Route, 'needsActor' | 'streams' | 'maxSilenceMs'>,
  run: unknown,
  prepare: unknown = nothing,
  rerender?: unknown,
) => ({ operation, ...rest, prepare, run, rerender }) as Route

/** Handles an operation for an authenticated user. */
export const handle = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => Promise<AnswerOf<Op>>,
  rerender?: Rerender<Op>,
): Route => route(operation, { needsActor: true, streams: false }, run, nothing, rerender)

/**
 * Same as `handle`, for operations with a slow step, such as password hashing, that must not hold a database
 * connection.
 */
export const handlePrepared = <Op extends Operation, Prepared>(
  operation: Op,
  prepare: (call: ActorCall<Op>) => Promise<Prepared>,
  run: (call: ActorCall<Op>, prepared: Prepared) => Promise<AnswerOf<Op>>,
): Route => route(operation, { needsActor: true, streams: false }, run, prepare)

/** Handles an operation that anyone, or the holder of the refresh cookie, can call. */
export const handleAnyone = <Op extends Operation>(
  operation: Op,
  run: (call: Call<Op>) => Promise<AnswerOf<Op>>,
): Route => route(operation, { needsActor: false, streams: false }, run)

/**
 * Answers with server-sent events as they are yielded. An error thrown before the first event is an ordinary answer.
 */
export const handleStream = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => AsyncIterable<SentEvent<Op>>,
  { maxSilenceMs }: Pick<Route, 'maxSilenceMs'> = {},
): Route => route(operation, { needsActor: true, streams: 'events', maxSilenceMs }, run)

/** Answers with lines of text as they are yielded, no faster than the client reads. */
export const handleLines = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => AsyncIterable<string>,
): Route => route(operation, { needsActor: true, streams: 'lines' }, run)

/** Answers with JSON, or with server-sent events if the client asks for them. */
export const handleEvents = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => Promise<AnswerOf<Op>> | AsyncIterable<SentEvent<Op>>,
): Route => route(operation, { needsActor: true, streams: 'events_if_asked' }, run)

/** Turns the connection into a channel. An error before the upgrade is an ordinary answer. */
export const handleChannel = <Op extends Operation>(
  operation: Op,
  open: (call: ActorCall<Op>) => Promise<(connection: Connection) => void>,
): Route => route(operation, { needsActor: true, streams: 'channel' }, open)

/** Handles an operation whose body is a form with files. */
export const handleFiles = <Op extends Operation>(
  operation: Op,
  run: (call: FilesCall<Op>) => Promise<AnswerOf<Op>>,
): Route => route(operation, { needsActor: true, streams: false }, run)

/** Answers with stored bytes, or with the requested range of them. */
export const handleBytes = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => Promise<StoredBytes>,
): Route => route(operation, { needsActor: true, streams: 'bytes' }, run)

/** Same as `handleBytes`, for anyone. Only for small files, because they are not queued with other transfers. */
export const handleAnyoneBytes = <Op extends Operation>(
  operation: Op,
  run: (call: Call<Op>) => Promise<StoredBytes>,
): Route => route(operation, { needsActor: false, streams: 'bytes' }, run)
