import type { Operation } from '@deal-canvas/contract'
import { networkError } from './api-error.ts'
import { readEvents, type StreamedEvent } from './event-stream.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'
import { readAnswer, readRefusal } from './read-answer.ts'
import { createRefreshCookie } from './refresh-cookie.ts'
import { requestUrl } from './request-url.ts'

export interface Message {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string | undefined
  /** The version that the caller has seen. */
  ifMatch?: number | undefined
  /** Id of the last event of an interrupted stream. */
  lastEventId?: string | undefined
  /** First and last byte of a file, both inclusive; absent: the whole file. */
  range?: { start: number; end: number } | undefined
  signal?: AbortSignal | undefined
  onSent?: ((share: number) => void) | undefined
}

interface Way<T> {
  accept: string
  timeoutMs: number
  read(response: Response): Promise<T>
}

const timeoutMs = 45_000
/** File transfers can be slow; the service does not wait longer than this for a request either. */
const fileTimeoutMs = 600_000

/** Only these operations set, use or clear the refresh cookie. */
const usesCookie = ({ access, path }: Operation): boolean =>
  access.kind === 'refresh_cookie' || path.startsWith('/api/auth/')

/** One request, one response: no retries, no state except the cookie. */
export const createSend = (baseUrl: string, fetch: typeof globalThis.fetch) => {
  const cookie = createRefreshCookie()

  const send = async <T>(
    operation: Operation,
    { params, query, body, idempotencyKey, ifMatch, lastEventId, range, signal, onSent }: Message,
    token: string | undefined,
    { accept, timeoutMs, read }: Way<T>,
  ): Promise<T> => {
    const url = requestUrl(baseUrl, operation.path, record(params), record(query))
    const withCookie = usesCookie(operation)
    const headers = new Headers({ accept })
    const form = operation.files !== undefined && body instanceof FormData ? body : undefined
    // Only fetch knows the boundary of a multipart form.
    if (body !== undefined && form === undefined) headers.set('content-type', 'application/json')
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
    if (range !== undefined) headers.set('range', `bytes=${range.start}-${range.end}`)
    if (withCookie) cookie.give(headers)
    // A connection that neither responds nor breaks would block the caller, and all who wait for a refresh, forever.
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(tooLate()), form === undefined ? timeoutMs : fileTimeoutMs)
    try {
      const sending = onSent === undefined ? fetch : fetchWithProgress(fetch, onSent)
      const response = await sending(url, {
        method: operation.method,
        headers,
        credentials: withCookie ? 'include' : 'same-origin',
        signal: signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]),
        ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
      })
      if (withCookie) cookie.take(response.headers)
      if (!response.ok) throw await readRefusal(response)
      return await read(response)
    } catch (error) {
      throw inOurWords(error, signal)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    answer: (operation: Operation, message: Message, token?: string): Promise<unknown> =>
      send(operation, message, token, { accept: 'application/json', timeoutMs, read: readAnswer }),

    file: (operation: Operation, message: Message, token?: string): Promise<Blob> =>
      send(operation, message, token, {
        accept: operation.mediaType,
        timeoutMs: fileTimeoutMs,
        read: (response) => response.blob(),
      }),

    /**
     * Resolves when the stream has started. Leaving the loop aborts the request, and with it the work on the server.
     */
    events: async (operation: Operation, message: Message, token?: string): Promise<AsyncGenerator<StreamedEvent>> => {
      const leaving = new AbortController()
      const { signal } = message
      const either = signal === undefined ? leaving.signal : AbortSignal.any([signal, leaving.signal])
      const response = await send(operation, { ...message, signal: either }, token, {
        accept: 'text/event-stream',
        timeoutMs,
        read: async (begun) => begun,
      })
      return untilLeft(response, leaving, signal)
    },
  }
}

export type Send = ReturnType<typeof createSend>

async function* untilLeft(
  response: Response,
  leaving: AbortController,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamedEvent, void, undefined> {
  try {
    yield* readEvents(response)
  } catch (error) {
    throw inOurWords(error, signal)
  } finally {
    leaving.abort()
  }
}

const record = (value: unknown): Record<string, unknown> => ({ ...(value ?? {}) })

const tooLate = (): DOMException => new DOMException('The answer took too long', 'TimeoutError')

/** An aborted call throws the abort reason; a transport error becomes a network failure. */
const inOurWords = (error: unknown, signal: AbortSignal | undefined): unknown => {
  if (signal?.aborted) return signal.reason
  const isNetworkFailure =
    error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
  return isNetworkFailure ? networkError(error) : error
}
