import type { FastifyReply } from 'fastify'

/** Says to caches that a client with other encodings gets other bytes. */
export const varyByEncoding = (reply: FastifyReply): void => {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'accept-encoding' : `${before}, accept-encoding`)
}
