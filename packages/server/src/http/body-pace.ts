import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseConnection } from './refuse-connection.ts'

/** How long an ordinary body may take, and over how long the pace of an upload is judged. */
const bodyMs = 30_000
/** A KiB a second: less is not a slow line but a client that holds on to the connection. */
const minBytesPerMs = 1.024
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
 * knows, as long as the server allows, while at least a KiB a second comes.
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
    // What has come and was not read yet waits for us, not we for the client.
    const isOurs = raw.readableLength >= raw.readableHighWaterMark
    const isSlow = !isUpload || (socket.bytesRead - seen < ms * minBytesPerMs && !isOurs)
    seen = socket.bytesRead
    if (isSlow && !raw.complete && !socket.destroyed) cutOff(socket)
  }, ms).unref()
  const stop = (): void => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
  reply.raw.once('close', () => {
    stop()
    if (!raw.complete && !raw.destroyed) setTimeout(() => raw.complete || raw.destroy(), lingerMs).unref()
  })
}
