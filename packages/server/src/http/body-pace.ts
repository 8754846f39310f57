import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseConnection } from './refuse-connection.ts'

/** Time limit for an ordinary body, and the window over which the pace of an upload is measured. */
const bodyMs = 30_000
/** 1 KiB per second: anything slower is a client that only holds the connection. */
const minBytesPerMs = 1.024
/** How long the rest of a rejected body is discarded, so that the client receives the error. */
const lingerMs = 5_000

const timedOut = Object.assign(new Error('The request took too long to arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const cutOff = (socket: Socket): void => {
  refuseConnection(timedOut, socket)
  socket.destroySoon()
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends requests whose bodies arrive too slowly. An ordinary body has thirty seconds in total. An upload, whose size is
 * unknown, can take as long as the server allows while at least 1 KiB per second arrives.
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
    // If received bytes are still unread, the service is the slow side, not the client.
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
