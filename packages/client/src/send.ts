import { login, logout, type Operation, refresh } from '@deal-canvas/contract'
import { networkError } from './api-error.ts'
import { readAnswer } from './read-answer.ts'
import { requestUrl } from './request-url.ts'

export interface Message {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

export type Send = (operation: Operation, message: Message, token?: string) => Promise<unknown>

const timeoutMs = 30_000
/** Files take as long as the line makes them; the service itself waits no longer for a request. */
const uploadTimeoutMs = 600_000

/** Only these set, use or clear the refresh cookie. */
const cookieOperations: ReadonlySet<Operation> = new Set<Operation>([login, refresh, logout])

/** One request, one answer: no memory, no second try. */
export const createSend =
  (baseUrl: string, fetch: typeof globalThis.fetch): Send =>
  async (operation, { params, query, body, idempotencyKey, signal }, token) => {
    const url = requestUrl(baseUrl, operation.path, record(params), record(query))
    const headers = new Headers({ accept: 'application/json' })
    const form = operation.files !== undefined && body instanceof FormData ? body : undefined
    // Of a form only fetch knows the boundary between its parts.
    if (body !== undefined && form === undefined) headers.set('content-type', 'application/json')
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    // A connection that neither answers nor breaks would hold the caller, and all who wait for a refresh, for ever.
    const deadline = AbortSignal.timeout(form === undefined ? timeoutMs : uploadTimeoutMs)
    try {
      const response = await fetch(url, {
        method: operation.method,
        headers,
        credentials: cookieOperations.has(operation) ? 'include' : 'same-origin',
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
        ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
      })
      return await readAnswer(response)
    } catch (error) {
      signal?.throwIfAborted()
      if (isNetworkFailure(error)) throw networkError(error)
      throw error
    }
  }

const record = (value: unknown): Record<string, unknown> => ({ ...(value ?? {}) })

const isNetworkFailure = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
