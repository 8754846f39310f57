import type { AnswerOf, BodyOf, FieldsOf, Operation, ParamsOf, QueryOf } from '@deal-canvas/contract'
import type { Actor } from '../actor.ts'
import type { Caller } from '../caller.ts'
import type { Connection } from '../connection.ts'
import type { StoredBytes } from './answer-bytes.ts'
import type { StreamEvent } from './event-stream.ts'
import type { Upload } from './upload.ts'

/** What a handler sees of a request: judged, validated and typed by its operation. */
export interface Call<Op extends Operation> {
  params: ParamsOf<Op>
  query: QueryOf<Op>
  body: BodyOf<Op>
  caller: Caller
  refreshCookie: RefreshCookie
  deviceCookie: DeviceCookie
  /** The version that the caller has seen, where the operation asks for one and the caller named it. */
  ifMatch: number | undefined
  /** The last event of a stream that the caller has heard, where it goes on with one that broke off. */
  lastEventId: string | undefined
  /** Whether the caller asks for server-sent events. */
  wantsEvents: boolean
  /** Aborted when the client goes away or its session ends. */
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

/** How the answer to a repeat is rendered from the record that the first call made or changed, where it is too large to be stored. */
export interface Rerender<Op extends Operation> {
  idOf(answer: AnswerOf<Op>): string
  render(call: ActorCall<Op>, recordId: string): Promise<AnswerOf<Op>>
}

/** Stays when its person signs out. */
export interface DeviceCookie {
  value: string | undefined
  set(value: string): void
}

/** An operation with what answers it. */
export interface Route {
  operation: Operation
  rerender: { idOf(answer: unknown): string; render: Rerender<Operation>['render'] } | undefined
  needsActor: boolean
  /** Whether it answers with server-sent events, or line by line, as they are yielded, with bytes, or becomes a channel. */
  streams: 'events' | 'events_if_asked' | 'lines' | 'bytes' | 'channel' | false
  /** How long its first event may be waited for with nothing sent, so that a refusal until then has its status. */
  maxSilenceMs?: number | undefined
  /** Done before the transaction of an idempotent call begins; its result is handed to run. */
  prepare(call: ActorCall<Operation>): Promise<unknown>
  run(
    call: ActorCall<Operation>,
    prepared: unknown,
  ): Promise<unknown> | AsyncIterable<StreamEvent> | AsyncIterable<string>
}

const nothing = async (): Promise<undefined> => undefined

// A route forgets its operation's types; this is the one place where they are let go.
const route = (
  operation: Operation,
  rest: Pick<Route, 'needsActor' | 'streams' | 'maxSilenceMs'>,
  run: unknown,
  prepare: unknown = nothing,
  rerender?: unknown,
) => ({ operation, ...rest, prepare, run, rerender }) as Route

/** Answers an operation for someone who has been recognized. */
export const handle = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => Promise<AnswerOf<Op>>,
  rerender?: Rerender<Op>,
): Route => route(operation, { needsActor: true, streams: false }, run, nothing, rerender)

/** The same where a costly part, such as hashing a password, must not hold a connection of the database. */
export const handlePrepared = <Op extends Operation, Prepared>(
  operation: Op,
  prepare: (call: ActorCall<Op>) => Promise<Prepared>,
  run: (call: ActorCall<Op>, prepared: Prepared) => Promise<AnswerOf<Op>>,
): Route => route(operation, { needsActor: true, streams: false }, run, prepare)

/** Answers an operation that anyone, or the holder of the refresh cookie, may call. */
export const handleAnyone = <Op extends Operation>(
  operation: Op,
  run: (call: Call<Op>) => Promise<AnswerOf<Op>>,
): Route => route(operation, { needsActor: false, streams: false }, run)

/** Answers with server-sent events, as they are yielded. What is thrown before the first event is an ordinary error. */
export const handleStream = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => AsyncIterable<StreamEvent>,
  { maxSilenceMs }: Pick<Route, 'maxSilenceMs'> = {},
): Route => route(operation, { needsActor: true, streams: 'events', maxSilenceMs }, run)

/** Answers with lines of text, each as it is yielded and no faster than the client reads. */
export const handleLines = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => AsyncIterable<string>,
): Route => route(operation, { needsActor: true, streams: 'lines' }, run)

/** Answers at once, or with server-sent events, as the caller asks. */
export const handleEvents = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => Promise<AnswerOf<Op>> | AsyncIterable<StreamEvent>,
): Route => route(operation, { needsActor: true, streams: 'events_if_asked' }, run)

/** Turns the connection into a channel. What is refused before it is taken over is an ordinary answer. */
export const handleChannel = <Op extends Operation>(
  operation: Op,
  open: (call: ActorCall<Op>) => Promise<(connection: Connection) => void>,
): Route => route(operation, { needsActor: true, streams: 'channel' }, open)

/** Answers an operation whose body is a form with files. */
export const handleFiles = <Op extends Operation>(
  operation: Op,
  run: (call: FilesCall<Op>) => Promise<AnswerOf<Op>>,
): Route => route(operation, { needsActor: true, streams: false }, run)

/** Answers with bytes that are stored somewhere, or the part of them that the caller asks for. */
export const handleBytes = <Op extends Operation>(
  operation: Op,
  run: (call: ActorCall<Op>) => Promise<StoredBytes>,
): Route => route(operation, { needsActor: true, streams: 'bytes' }, run)

/** The same for anyone; only for small files, because it does not wait for a place among the transfers. */
export const handleAnyoneBytes = <Op extends Operation>(
  operation: Op,
  run: (call: Call<Op>) => Promise<StoredBytes>,
): Route => route(operation, { needsActor: false, streams: 'bytes' }, run)
