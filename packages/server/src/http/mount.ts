import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { deviceCookieName, type Operation, refreshCookieName } from '@deal-canvas/contract'
import { compileRequest } from '@deal-canvas/fastapi-validation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Caller } from '../caller.ts'
import type { Connection } from '../connection.ts'
import { refuse } from '../domain-error.ts'
import { actFor, type Party } from '../platform/fairness/party.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { answerBytes, type StoredBytes } from './answer-bytes.ts'
import { answerChannel } from './answer-channel.ts'
import { answerStream } from './answer-stream.ts'
import { watchPace } from './body-pace.ts'
import { etagOf, namesEtag } from './etag.ts'
import type { StreamEvent } from './event-stream.ts'
import type { ActorCall, DeviceCookie, RefreshCookie, Route } from './handler.ts'
import type { Idempotency, StoredAnswer } from './idempotency.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { readIfMatch } from './if-match.ts'
import { needsNoTurn } from './needs-no-turn.ts'
import type { OpenStreams } from './open-streams.ts'
import type { RequestGate } from './request-gate.ts'
import { RequestInvalid } from './request-invalid.ts'
import { secretFields, without } from './secret-fields.ts'
import { requireUpgrade } from './upgrades.ts'
import { compileUpload } from './upload.ts'

export interface MountDeps {
  enter(request: FastifyRequest, operation: Operation): Promise<Actor | undefined>
  gate: Pick<RequestGate, 'strangerFrom' | 'run' | 'transfer' | 'export' | 'takeAtOnce'>
  limits: Limits
  idempotency: Pick<Idempotency, 'answerOnce'>
  streams: Pick<OpenStreams, 'add'>
  allowsOrigin(origin: string): boolean
  secureCookie: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
    /** The party that the request counts for, if the user is signed in. */
    party: Party | undefined
    lifetime: Lifetime
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** Signals that the answer is being sent. Not the reply itself: it is a thenable, and awaiting it gives undefined. */
const answered = Symbol('answered')

/** Converts `{deal_id}` of the contract to `:deal_id` of the router. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/**
 * Mounts an operation. The order of checks: authentication and authorization (before the body is read), validation,
 * idempotency, rate limit, and only then the handler's own rules.
 */
export const mountRoute = (app: FastifyInstance, route: Route, deps: MountDeps): void => {
  const { operation, prepare, run } = route
  requireSense(route)
  const validate = compileRequest(operation)
  const openUpload = operation.files === undefined ? undefined : compileUpload(operation.files, operation.id)
  const isWrite = operation.method !== 'GET'
  const hidden = secretFields(operation.answer)

  const judge = (request: FastifyRequest) => {
    const key = operation.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
    const seen = operation.ifMatch ? readIfMatch(request.headers['if-match']) : undefined
    const input = validate({
      params: request.params as Record<string, string>,
      query: request.query as Record<string, string | string[]>,
      body: request.body as Uint8Array | undefined,
      contentType: request.headers['content-type'],
    })
    const failures = [...(input.ok ? [] : input.failures), ...(key?.failures ?? []), ...(seen?.failures ?? [])]
    if (!input.ok || failures.length > 0) throw new RequestInvalid(inOrder(failures))
    if (operation.ifMatch === 'required' && request.headers['if-match'] === undefined) refuse('if_match_required')
    return { input, key: key?.value, ifMatch: seen?.value }
  }

  const answerRequest = async (request: FastifyRequest, reply: FastifyReply, end: AbortController) => {
    const { input, key, ifMatch } = judge(request)
    const { actor } = request
    const call = {
      params: input.params,
      query: input.query,
      body: input.body,
      caller: callerOf(request),
      refreshCookie: refreshCookie(request, reply, deps.secureCookie),
      deviceCookie: deviceCookie(request, reply, deps.secureCookie),
      ifMatch,
      lastEventId: oneHeader(request.headers['last-event-id']),
      wantsEvents: wantsEvents(request),
      signal: end.signal,
      actor,
      ...openUpload?.(request),
    } as ActorCall<Operation>

    if (route.streams === 'channel') requireUpgrade(request)
    const admit = async () => {
      if (actor !== undefined && isWrite) await deps.limits.take('write', actor.userId)
      if (actor !== undefined && operation.limit !== undefined) await deps.limits.take(operation.limit, actor.userId)
      return prepare(call)
    }
    const answer = async (prepared: unknown) => {
      const result = run(call, prepared)
      if (route.streams === 'channel')
        answerChannel((await result) as (connection: Connection) => void, { request, reply, ...deps })
      else if (route.streams === 'bytes') await answerBytes((await result) as StoredBytes, request, reply)
      else if (!(Symbol.asyncIterator in result)) return result
      else if (route.streams === 'lines') await answerLines(result as AsyncIterable<string>, reply, operation)
      else {
        const { maxSilenceMs } = route
        const { streams } = deps
        await answerStream(result as AsyncIterable<StreamEvent>, { request, reply, end, streams, maxSilenceMs })
      }
      return answered
    }
    if (key === undefined || actor === undefined) {
      const result = await answer(await admit())
      if (result === answered) return reply
      if (result !== undefined) reply.type(`${operation.mediaType}; charset=utf-8`)
      if (operation.etag) return sendTagged(request, reply, serialize(reply, result, operation.status) ?? '')
      return reply.code(operation.status).send(result)
    }
    const repeatable = { userId: actor.userId, key, ...sameRequest(operation, request) }
    const { rerender } = route
    const stored = await deps.idempotency.answerOnce(repeatable, {
      admit,
      work: async (prepared) => {
        const result = await answer(prepared)
        const text = serialize(reply, result, operation.status)
        const kept = hidden.length === 0 ? text : serialize(reply, without(hidden, result), operation.status)
        return { status: operation.status, text, kept, recordId: rerender?.idOf(result) }
      },
      // A route that cannot render an answer never stores a record id instead of it.
      render: async (recordId) => serialize(reply, await rerender?.render(call, recordId), operation.status),
    })
    return sendStored(reply, stored)
  }

  app.route({
    method: operation.method,
    url: routerPath(operation.path),
    config: { operation },
    ...(operation.answer === undefined ? {} : { schema: { response: { [operation.status]: operation.answer } } }),
    onRequest: async (request, reply) => {
      request.lifetime = lifetimeOf(reply)
      watchPace(request, reply, { isUpload: openUpload !== undefined })
      if (route.streams === 'channel') requireOrigin(request, deps)
      request.actor = await deps.enter(request, operation)
    },
    handler: (request, reply) =>
      passGate(request, route, deps, () => answerRequest(request, reply, request.lifetime.end)),
  })
}

/**
 * Runs a request when it is its turn. Channels and event streams stay open as long as a client watches, so they take no
 * slot. File transfers hold a slot until they are done, however slow the client is.
 */
const passGate = async <Result>(
  request: FastifyRequest,
  { operation, streams, needsActor }: Route,
  { gate }: Pick<MountDeps, 'gate'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { hold, end } = request.lifetime
  const { actor, party = gate.strangerFrom(request.ip, operation.id) } = request
  if (actor !== undefined && operation.limit !== undefined) hold(gate.takeAtOnce(operation.limit, actor.userId))
  // Public files are avatars: a page loads dozens at once, more than the transfer limit of one network.
  const isTransfer = operation.files !== undefined || (streams === 'bytes' && needsActor)
  if (isTransfer) hold(await gate.transfer(party, end.signal))
  if (streams === 'lines') hold(await gate.export(party, end.signal))
  const staysOpen =
    streams === 'channel' || streams === 'events' || (streams === 'events_if_asked' && wantsEvents(request))
  const isUngated = operation.files !== undefined || staysOpen || needsNoTurn(operation)
  return actFor(party, () => (isUngated ? work() : gate.run(party, work, { operation, signal: end.signal })))
}

const wantsEvents = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') ?? false

/** Fails the start for mistakes that would otherwise show only at the first request. */
const requireSense = ({ operation, needsActor, streams }: Route): void => {
  const hasActor = !['public', 'refresh_cookie', 'operator'].includes(operation.access.kind)
  const wrong = (says: string): never => {
    throw new Error(`${operation.id}: ${says}`)
  }
  const isPrivate = hasActor || operation.method !== 'GET'
  if (needsActor !== hasActor) wrong('its handler and its access disagree about who calls')
  if (operation.idempotent && !hasActor) wrong('without a user there is nobody to repeat a request')
  if (operation.files !== undefined && operation.body !== undefined) wrong('a body is either JSON or files')
  if (operation.idempotent && operation.files !== undefined)
    wrong('a repeat of an upload could only be known by keeping it whole')
  if (operation.idempotent && streams !== false) wrong('a stream cannot be answered again from its first answer')
  const secrets = JSON.stringify(operation.answer ?? {}).split('"writeOnly":true').length - 1
  if (operation.idempotent && secrets !== secretFields(operation.answer).length) {
    wrong('a secret inside a field of the answer would be stored with it')
  }
  if (operation.etag && isPrivate) wrong('an answer that depends on who asks must not be kept by caches')
}

/** Prevents a page of another site from opening a channel with a token that it obtained. */
const requireOrigin = ({ headers }: FastifyRequest, { allowsOrigin }: Pick<MountDeps, 'allowsOrigin'>): void => {
  if (headers.origin !== undefined && !allowsOrigin(headers.origin)) refuse('origin_not_allowed')
}

/** Identifies a request by its route and decoded parameters. The query is part of the compared content. */
const sameRequest = (operation: Operation, request: FastifyRequest): { path: string; content: Uint8Array } => ({
  path: `${operation.method} ${operation.path} ${JSON.stringify(request.params)}`,
  content: Buffer.concat([
    Buffer.from(`${JSON.stringify(request.query)}\n`),
    (request.body as Uint8Array | undefined) ?? new Uint8Array(),
  ]),
})

const oneHeader = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

const maxUserAgentLength = 400

const callerOf = ({ ip, socket, headers }: FastifyRequest): Caller => ({
  // Behind a proxy the address comes from a header; text that is not an address must not reach limits and sessions.
  ip: isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip,
  userAgent: headers['user-agent']?.slice(0, maxUserAgentLength),
})

const order = ['path', 'query', 'header', 'cookie', 'body']

const inOrder = <Item extends { loc: readonly (string | number)[] }>(failures: Item[]): Item[] =>
  failures.toSorted((a, b) => order.indexOf(String(a.loc[0])) - order.indexOf(String(b.loc[0])))

const serialize = (reply: FastifyReply, result: unknown, status: number): string | null =>
  result === undefined ? null : String(reply.serializeInput(result as Record<string, unknown>, String(status)))

/** Waits for the first line, so that an error before it is an ordinary answer. */
const answerLines = async (lines: AsyncIterable<string>, reply: FastifyReply, operation: Operation): Promise<void> => {
  const iterator = lines[Symbol.asyncIterator]()
  const first = await iterator.next()
  const all = async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield `${next.value}\n`
    } finally {
      await iterator.return?.()
    }
  }
  reply.code(operation.status).type(`${operation.mediaType}; charset=utf-8`).send(Readable.from(all()))
}

/** Caches can store the answer but must revalidate it each time. */
const sendTagged = (request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply => {
  const etag = etagOf(text)
  reply.headers({ etag, 'cache-control': 'public, no-cache' })
  return namesEtag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(Buffer.from(text))
}

/** Sent as bytes, because a stored answer is already serialized. */
const sendStored = (reply: FastifyReply, { status, text, isRendered }: StoredAnswer): FastifyReply => {
  if (isRendered) reply.header('idempotency-rendered', 'true')
  return text === null
    ? reply.code(status).send()
    : reply.code(status).type('application/json; charset=utf-8').send(Buffer.from(text))
}

/** Lifetime of a request: until it is answered or its client disconnects. */
interface Lifetime {
  /** Aborts the work for the request. */
  end: AbortController
  /** Releases something when the request is over, or immediately if it already is. */
  hold(giveBack: () => void): void
}

/** Must be called before the first await: a client that disconnects earlier would not be noticed later. */
const lifetimeOf = (reply: FastifyReply): Lifetime => {
  const end = new AbortController()
  const held: (() => void)[] = []
  let isOver = false
  reply.raw.once('close', () => {
    isOver = true
    if (!reply.raw.writableFinished) end.abort('client_left')
    for (const giveBack of held) giveBack()
  })
  return { end, hold: (giveBack) => (isOver ? giveBack() : void held.push(giveBack)) }
}

const refreshCookie = (request: FastifyRequest, reply: FastifyReply, secure: boolean): RefreshCookie => {
  const options = { httpOnly: true, sameSite: 'strict', path: '/api', secure } as const
  return {
    value: request.cookies[refreshCookieName],
    set: (value, expires) => void reply.setCookie(refreshCookieName, value, { ...options, expires }),
    clear: () => void reply.clearCookie(refreshCookieName, options),
  }
}

const deviceCookieSeconds = 365 * 24 * 3600

const deviceCookie = (request: FastifyRequest, reply: FastifyReply, secure: boolean): DeviceCookie => ({
  value: request.cookies[deviceCookieName],
  set: (value) =>
    void reply.setCookie(deviceCookieName, value, {
      httpOnly: true,
      sameSite: 'strict',
      path: '/api/auth',
      secure,
      maxAge: deviceCookieSeconds,
    }),
})
