import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { bareHost, namesLoopback, type UrlProblem, urlProblem } from './outbound-url.ts'
import { isPublicAddress } from './public-address.ts'
import { type ResolveName, resolveName } from './resolve-name.ts'

interface Guard {
  /** Whether `localhost` and loopback addresses can be called, also by http: to try something out on one machine. */
  allowLoopback: boolean
  /** Reading more of an answer than this fails. */
  maxBytes: number
  /** For everything: resolving, connecting, and the answer with its body. */
  timeoutMs: number
  resolve?: ResolveName
  /** Which addresses a name can have; for tests. */
  isAllowed?(address: string): boolean
}

export type FetchFailure =
  | UrlProblem
  | 'unresolved'
  | 'timeout'
  | 'aborted'
  | 'unreachable'
  | 'bad_answer'
  | 'too_large'

/** A call that was not made, or did not get an answer. Its text names no address: it can be shown to whoever set the URL. */
export class GuardedFetchError extends Error {
  readonly failure: FetchFailure
  constructor(failure: FetchFailure, cause?: unknown) {
    super(`The outbound call failed: ${failure}`, cause === undefined ? undefined : { cause })
    this.name = 'GuardedFetchError'
    this.failure = failure
  }
}

export interface GuardedRequest {
  method?: string | undefined
  headers?: RequestInit['headers']
  /** Sent as a whole, never streamed. */
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/** Like `fetch`; a redirect is answered and never followed. */
export type GuardedFetch = (url: string | URL, init?: GuardedRequest) => Promise<Response>

/** Set by the connection itself; another value would be a second request hidden in the first. */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer']
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])
const maxAddresses = 32

// Of its own: the global agents can be told to use a proxy, which would resolve the name again. Without kept
// connections, because a kept one was checked under the name servers' former answer.
const agents = { plain: new PlainAgent({ keepAlive: false }), tls: new TlsAgent({ keepAlive: false }) }

const bytesOf = (body: unknown): Buffer | undefined => {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString())
  if (body instanceof Uint8Array) return Buffer.from(body)
  throw new TypeError('The body of an outbound call must be text, bytes or URLSearchParams')
}

/**
 * Calls URLs that people chose, without letting them reach anything that is not on the public internet. Every address
 * of the name is checked, and the connection is made to one of the checked addresses: a second resolution could answer
 * another one (DNS rebinding).
 */
export const createGuardedFetch = (guard: Guard): GuardedFetch => {
  const { allowLoopback, maxBytes, timeoutMs, resolve = resolveName, isAllowed = isPublicAddress } = guard

  const addressesOf = async (url: URL, signal: AbortSignal): Promise<readonly string[]> => {
    const host = bareHost(url)
    if (allowLoopback && namesLoopback(url)) return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
    if (isIP(host) !== 0) return [host]
    const found = (await untilAborted(resolve(host, signal), signal)).slice(0, maxAddresses)
    if (found.length === 0) throw new GuardedFetchError('unresolved')
    // All of them: the connection tries the next one when the first does not answer.
    if (!found.every((address) => isAllowed(address))) throw new GuardedFetchError('address')
    return found
  }

  return async (target, init = {}) => {
    const problem = urlProblem(target, { allowLoopback })
    if (problem !== undefined) throw new GuardedFetchError(problem)
    const url = new URL(target)
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout
    /** What happened, however the connection reports it. */
    const failure = (otherwise: FetchFailure, error?: unknown): GuardedFetchError => {
      if (error instanceof GuardedFetchError) return error
      if (timeout.aborted) return new GuardedFetchError('timeout')
      return signal.aborted ? new GuardedFetchError('aborted') : new GuardedFetchError(otherwise, error)
    }
    try {
      signal.throwIfAborted()
      const addresses = await addressesOf(url, signal)
      const answer = await send(url, addresses, init, signal)
      return toResponse(answer, maxBytes, failure)
    } catch (error) {
      if (error instanceof TypeError) throw error
      throw failure(isParseError(error) ? 'bad_answer' : 'unreachable', error)
    }
  }
}

const isParseError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_')

/** A resolver that ignores the signal must not hold the call. */
const untilAborted = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

const send = (
  url: URL,
  addresses: readonly string[],
  { method = 'GET', headers: wanted, body }: GuardedRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const bytes = bytesOf(body)
  const headers = new Headers(wanted)
  if (body instanceof URLSearchParams && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  for (const name of ownHeaders) headers.delete(name)
  // A compressed answer could become far larger than what was received.
  headers.set('accept-encoding', 'identity')
  if (bytes !== undefined) headers.set('content-length', String(bytes.length))
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_, { all }, done) => {
    const [first] = checked
    if (first === undefined) return done(new Error('No address'), '')
    return all === true ? done(null, checked) : done(null, first.address, first.family)
  }
  const options = { method, headers: Object.fromEntries(headers), lookup, signal, insecureHTTPParser: false }
  return new Promise((resolve, reject) => {
    const request: ClientRequest =
      url.protocol === 'https:'
        ? tlsRequest(url, { ...options, agent: agents.tls })
        : plainRequest(url, { ...options, agent: agents.plain })
    request.once('response', resolve)
    request.on('error', reject)
    // Nothing was asked to become another protocol.
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new GuardedFetchError('bad_answer'))
    })
    request.end(bytes)
  })
}

const toResponse = (
  answer: IncomingMessage,
  maxBytes: number,
  failure: (otherwise: FetchFailure, error?: unknown) => GuardedFetchError,
): Response => {
  const { statusCode: status = 0, rawHeaders } = answer
  if (status < 200 || status > 599) {
    answer.destroy()
    throw new GuardedFetchError('bad_answer')
  }
  const headers = new Headers()
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) headers.append(rawHeaders[n] ?? '', rawHeaders[n + 1] ?? '')
  if (bodiless.has(status)) {
    answer.on('error', () => undefined).destroy()
    return new Response(null, { status, headers })
  }
  return new Response(boundedBody(answer, maxBytes, failure), { status, headers })
}

/** The body as a stream that fails beyond the limit; cancelling it closes the connection. */
const boundedBody = (
  answer: IncomingMessage,
  maxBytes: number,
  failure: (otherwise: FetchFailure, error?: unknown) => GuardedFetchError,
): ReadableStream<Uint8Array> => {
  let size = 0
  let isEnded = false
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const fail = (error: GuardedFetchError): void => {
        if (isEnded) return
        isEnded = true
        controller.error(error)
        answer.destroy()
      }
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) return fail(new GuardedFetchError('too_large'))
        if (!isEnded) controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) answer.pause()
      })
      answer.once('end', () => {
        if (isEnded) return
        isEnded = true
        controller.close()
      })
      answer.on('error', (error) => fail(failure('bad_answer', error)))
      answer.once('close', () => fail(failure('bad_answer')))
    },
    pull: () => void answer.resume(),
    cancel: () => {
      isEnded = true
      answer.destroy()
    },
  })
}
