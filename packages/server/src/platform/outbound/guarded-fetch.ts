import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackName } from '../addresses.ts'
import { isAllowedAddress } from './private-addresses.ts'

type Reason = 'not_https' | 'blocked_address' | 'redirected' | 'too_large' | 'timeout' | 'unreachable'

/** Why an outgoing request was not made or its answer not read. The message names no address and no content. */
export class OutboundRefused extends Error {
  readonly reason: Reason
  constructor(reason: Reason, cause?: unknown) {
    super(`The outgoing request failed: ${reason}`, { cause })
    this.name = 'OutboundRefused'
    this.reason = reason
  }
}

interface Guard {
  /** Whether this machine itself can be called, also without TLS: only for a service that runs on loopback. */
  allowLoopback: boolean
  maxBytes: number
  /** For the whole request, from the lookup of the name to the last byte. */
  timeoutMs: number
}

export interface GuardedInit {
  method?: string
  headers?: ConstructorParameters<typeof Headers>[0]
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | null | undefined
  signal?: AbortSignal | null | undefined
}

export type GuardedFetch = (url: string | URL, init?: GuardedInit) => Promise<Response>

/**
 * Fetches from addresses that users configure. The name is resolved, every address that it has is checked, and the
 * connection goes to the checked address: a name that resolves to something else the second time cannot lead the
 * service into its own network. Redirects are refused for the same reason.
 */
export const createGuardedFetch = ({ allowLoopback, maxBytes, timeoutMs }: Guard): GuardedFetch => {
  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const isSafe = found.length > 0 && found.every(({ address }) => isAllowedAddress(address, { allowLoopback }))
      if (!isSafe) return callback(new OutboundRefused('blocked_address'), '')
      const [first] = found
      return options.all ? callback(null, found) : callback(null, first?.address ?? '', first?.family)
    })
  }

  const judge = (url: URL): void => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isLoopback = isLoopbackName(host)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowLoopback && isLoopback))
      throw new OutboundRefused('not_https')
    // A numeric host is connected to without a lookup.
    if (isIP(host) !== 0 && !isAllowedAddress(host, { allowLoopback })) throw new OutboundRefused('blocked_address')
  }

  const read = async (answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxBytes) throw new OutboundRefused('too_large')
      chunks.push(chunk)
    }
    return new Uint8Array(Buffer.concat(chunks))
  }

  const exchange = async (url: URL, init: GuardedInit, signal: AbortSignal): Promise<Response> => {
    const request = url.protocol === 'https:' ? requestSecure : requestPlain
    const headers = new Headers(init.headers)
    const body = bodyOf(init.body)
    if (init.body instanceof URLSearchParams && !headers.has('content-type'))
      headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
    if (body !== undefined) headers.set('content-length', String(body.byteLength))
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(
        url,
        { method: init.method ?? 'GET', headers: Object.fromEntries(headers), lookup, agent: false, signal },
        resolve,
      )
      sent.on('error', reject)
      sent.end(body)
    })
    const { statusCode = 0 } = answer
    try {
      if (statusCode >= 300 && statusCode < 400) throw new OutboundRefused('redirected')
      const bytes = await read(answer)
      const shown = new Headers()
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined) shown.set(name, [value].flat().join(', '))
      const isEmpty = statusCode === 204 || statusCode === 205
      return new Response(isEmpty ? null : bytes, { status: statusCode, headers: shown })
    } finally {
      answer.destroy()
    }
  }

  return async (target, init = {}) => {
    const url = new URL(target)
    judge(url)
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    try {
      return await exchange(url, init, signal)
    } catch (error) {
      if (init.signal?.aborted === true) throw init.signal.reason
      if (error instanceof OutboundRefused) throw error
      throw new OutboundRefused(deadline.aborted ? 'timeout' : 'unreachable', error)
    }
  }
}

const bodyOf = (body: GuardedInit['body']): Uint8Array | undefined => {
  if (body === null || body === undefined) return undefined
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  return body instanceof Uint8Array ? body : Buffer.from(body.toString())
}
