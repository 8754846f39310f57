import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { secretFields } from './secret-fields.ts'
import { varyByEncoding } from './vary-by-encoding.ts'

/** Shorter answers fit into the first packets uncompressed. */
const leastBytes = 1_400

/** A higher compression level would take longer than the bytes it saves. */
const encodings = {
  br: (content: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content: Buffer): Promise<Buffer> => promisify(gzip)(content),
}

type Encoding = keyof typeof encodings

/** The best encoding that the client accepts: it must be named, and not with weight 0. */
const encodingFor = ({ headers }: FastifyRequest): Encoding | undefined => {
  const taken = new Set<string>()
  for (const encoding of (headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = encoding.split(';').map((part) => part.trim().toLowerCase())
    if (!parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))) taken.add(name)
  }
  return (['br', 'gzip'] as const).find((name) => taken.has(name))
}

/**
 * The size of a compressed answer reveals repeated text, so an attacker who controls part of an answer could guess a
 * secret in it letter by letter (BREACH). Answers of sign-in routes and answers with secrets are not compressed.
 */
const mayHoldSecret = ({ url, routeOptions }: FastifyRequest): boolean =>
  !url.startsWith('/api/') ||
  url.startsWith('/api/auth/') ||
  secretFields(routeOptions.config.operation?.answer).length > 0

const isCompressible = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.statusCode < 300 &&
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  !reply.hasHeader('content-encoding') &&
  !reply.hasHeader('etag') &&
  !mayHoldSecret(request)

/** Compresses JSON answers for clients that accept it, off the event loop. Streams and files are sent as they are. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < leastBytes || !isCompressible(request, reply)) return payload
    varyByEncoding(reply)
    const encoding = encodingFor(request)
    if (encoding === undefined) return payload
    const compressed = await encodings[encoding](Buffer.from(payload))
    reply.header('content-encoding', encoding)
    reply.removeHeader('content-length')
    return compressed
  })
}
