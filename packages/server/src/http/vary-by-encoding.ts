import type { FastifyReply } from 'fastify'

/** Tells caches that the answer depends on Accept-Encoding. */
export const varyByEncoding = (reply: FastifyReply): void => {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'accept-encoding' : `${before}, accept-encoding`)
}
