import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { secretFields } from './secret-fields.ts'
import { varyByEncoding } from './vary-by-encoding.ts'

/** Shorter ones fit into the first packets as they are. */
const leastBytes = 1_400

/** More than the usual effort takes longer than the bytes it saves. */
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

/** The best encoding that the client takes: one that it names, and not with the weight 0. */
const encodingFor = ({ headers }: FastifyRequest): Encoding | undefined => {
  const taken = new Set<string>()
  for (const one of (headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    if (!parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))) taken.add(name)
  }
  return (['br', 'gzip'] as const).find((name) => taken.has(name))
}

/**
 * How long a compressed answer is tells what it repeats: one that holds a secret beside what a stranger had it say would
 * give the secret away, letter by letter. So nothing of signing in is compressed, and nothing with a secret in it.
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

/** Compresses answers of JSON for clients that take it, outside of the event loop. Streams and files go as they are. */
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
