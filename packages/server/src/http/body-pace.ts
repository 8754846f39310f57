import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseConnection } from './refuse-connection.ts'

/** How long an ordinary body may take, and how long an upload may stand still. */
const bodyMs = 30_000
/** How long what is left of a refused body is thrown away, so that its client hears why. */
const lingerMs = 5_000

const timedOut = Object.assign(new Error('The request took too long to arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const cutOff = (socket: Socket): void => {
  refuseConnection(timedOut, socket)
  socket.destroySoon()
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends requests whose bodies come too slowly: an ordinary one has thirty seconds in all; an upload, whose size nobody
 * knows, as long as the server allows, while something comes every thirty seconds.
 */
export const watchPace = (
  request: FastifyRequest,
  reply: FastifyReply,
  { isUpload, ms = bodyMs }: { isUpload: boolean; ms?: number },
): void => {
  if (!hasBody(request)) return
  const { raw } = request
  const { socket } = raw
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    const stands = !isUpload || socket.bytesRead === seen
    seen = socket.bytesRead
    if (stands && !raw.complete && !socket.destroyed) cutOff(socket)
  }, ms).unref()
  const stop = (): void => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
  reply.raw.once('close', () => {
    stop()
    if (!raw.complete && !raw.destroyed) setTimeout(() => raw.complete || raw.destroy(), lingerMs).unref()
  })
}
