import { once } from 'node:events'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { type Sleep, seconds } from '../clock.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { amzDate, encodePath, encodeQuery, type SigningKeys, signatureOf } from './object-signature.ts'

export interface ObjectStore extends SigningKeys {
  /** `http:` or `https:`; the bucket is the first part of the path. */
  endpoint: URL
  bucket: string
}

interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Empty for the bucket itself. */
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: ObjectBody
  /** Statuses that are answers; every other one means that the store cannot be used now. */
  answers: readonly number[]
  attempts?: number
}

interface ObjectBody {
  sha256: string
  size: number
  /** Called again for each attempt. */
  read(): Readable
}

/** A connection on which nothing moves for this long is broken. */
const silenceMs = seconds(10)
const maxAttempts = 4
const firstPauseMs = 200
/** No further attempt starts after this time: the caller waits for an answer. */
const patienceMs = seconds(20)
const maxSockets = 64
const maxErrorBytes = 16 * 1024

const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Errors of the store contain a code such as SlowDown; the rest, which can quote the request, is not logged. */
const codeIn = async (answer: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of answer) {
    text += String(chunk)
    if (text.length > maxErrorBytes) break
  }
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ''
}

class Refused extends Error {
  readonly passes: boolean
  constructor(method: string, status: number, code: string) {
    super(`${method} was answered with ${status} ${code}`.trim())
    this.passes = status === 408 || status === 429 || status >= 500
  }
}

/**
 * Sends signed requests to an S3-compatible store. What passes (a lost connection, SlowDown, a restart) is tried again
 * with growing pauses; then, and for everything else that is not an answer, the store counts as unavailable.
 */
export const createObjectClient = ({ store, sleep }: { store: ObjectStore; sleep: Sleep }) => {
  const { endpoint, bucket } = store
  const isSecure = endpoint.protocol === 'https:'
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets })
  const closing = new AbortController()

  const exchange = async ({ method, key, query = {}, headers = {}, body }: ObjectRequest): Promise<IncomingMessage> => {
    const path = `${endpoint.pathname.replace(/\/$/, '')}/${bucket}${key === '' ? '' : `/${key}`}`
    const signed = {
      ...headers,
      host: endpoint.host,
      'x-amz-content-sha256': body?.sha256 ?? sha256OfNothing,
      'x-amz-date': amzDate(new Date()),
    }
    const search = encodeQuery(query)
    const request = (isSecure ? httpsRequest : httpRequest)({
      agent,
      method,
      protocol: endpoint.protocol,
      hostname: endpoint.hostname.replace(/^\[|\]$/g, ''),
      port: endpoint.port,
      path: encodePath(path) + (search === '' ? '' : `?${search}`),
      headers: {
        ...signed,
        authorization: signatureOf({ method, path, query, headers: signed }, store),
        ...(body === undefined ? {} : { 'content-length': body.size }),
      },
    })
    request.setTimeout(silenceMs, () => request.destroy(new Error(`nothing moved for ${silenceMs} ms`)))
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    // A store can refuse a body before it has read it: the answer counts, not the broken write.
    request.on('error', () => undefined)
    if (body === undefined) request.end()
    else pipeline(body.read(), request, (error) => error && request.destroy(error))
    const [answer] = await answered
    // An error before somebody reads the answer must not end the process; the reader gets it, too.
    answer.on('error', () => undefined)
    return answer
  }

  const attempt = async (request: ObjectRequest): Promise<IncomingMessage> => {
    const answer = await exchange(request)
    const status = answer.statusCode ?? 0
    if (request.answers.includes(status)) return answer
    throw new Refused(request.method, status, await codeIn(answer))
  }

  return {
    /** The caller must read, discard or destroy the answer. */
    send: async (request: ObjectRequest): Promise<IncomingMessage> => {
      const begun = performance.now()
      const attempts = request.attempts ?? maxAttempts
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(request)
        } catch (error) {
          const isLast = tried >= attempts || performance.now() - begun > patienceMs || closing.signal.aborted
          if (isLast || (error instanceof Refused && !error.passes)) throw new StoreUnavailable('object store', error)
          // The random part keeps nodes from coming back all at once.
          await sleep(firstPauseMs * 2 ** (tried - 1) * (0.5 + Math.random()), closing.signal).catch(() => undefined)
        }
      }
    },

    close: (): void => {
      closing.abort()
      agent.destroy()
    },
  }
}
