import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { bearerProtocolPrefix, liveProtocol, maxFrameBytes } from '@deal-canvas/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { refuse } from '../domain-error.ts'
import { loggedPath } from './logger.ts'
import { refuseConnection } from './refuse-connection.ts'

interface Offer {
  socket: Duplex
  head: Buffer
}

/**
 * Larger payloads close the connection (1009) before an error can be sent. This is above the frame limit, so that a
 * frame between the two limits gets `frame_invalid`.
 */
const maxPayload = 4 * maxFrameBytes

const offers = new WeakMap<IncomingMessage, Offer>()
const channels = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload,
  perMessageDeflate: false,
  // Never the subprotocol with the token: the selected one is sent back in clear text and logged by proxies.
  handleProtocols: () => liveProtocol,
})

/** How long the input of a rejected client is discarded, so that it receives the error. */
const lingerMs = 5_000

/** The HTTP parser no longer reads this socket, so input must be discarded here to notice that the client has left. */
const letGo = (socket: Duplex): void => {
  socket.end()
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

const refuseHandshake = (error: Error, socket: Duplex): void => {
  refuseConnection(error, socket)
  letGo(socket)
}

// Without this handler, ws would answer a failed handshake with an HTML page.
channels.on('wsClientError', refuseHandshake)

const offeredProtocols = ({ headers }: IncomingMessage): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim())

/** A browser cannot set headers on a WebSocket, so the token comes as a subprotocol. */
const bearerOffered = (request: IncomingMessage): string | undefined =>
  offeredProtocols(request)
    .find((protocol) => protocol.startsWith(bearerProtocolPrefix))
    ?.slice(bearerProtocolPrefix.length)

/** Routes upgrade requests like all other requests: with the same checks and the same answers. */
export const acceptUpgrades = (app: FastifyInstance): void => {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // The parser leaves the body of an upgrade request unread.
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseHandshake(new Error('No upgrade'), socket)
    const bearer = bearerOffered(request)
    if (bearer !== undefined) request.headers.authorization ??= `Bearer ${bearer}`
    offers.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    // Node passes the socket of its own HTTP connection.
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
    response.once('finish', () => letGo(socket))
    app.routing(request, response)
  })
}

/** Rejects anything but a valid channel request. Call it before anything is opened for the channel. */
export const requireUpgrade = ({ raw }: FastifyRequest): void => {
  const isOffered = raw.headers.upgrade?.toLowerCase() === 'websocket' && offers.has(raw)
  if (!isOffered || !offeredProtocols(raw).includes(liveProtocol)) refuse('upgrade_required')
}

/** Completes the upgrade; from here on the channel owns the connection. */
export const upgrade = (
  { raw, log, url, actor, routeOptions, params }: FastifyRequest,
  reply: FastifyReply,
  take: (socket: WebSocket) => void,
): void => {
  const { socket, head } = offers.get(raw) ?? refuse('upgrade_required')
  offers.delete(raw)
  reply.hijack()
  reply.raw.detachSocket(socket as Parameters<typeof reply.raw.detachSocket>[0])
  channels.handleUpgrade(raw, socket, head, (channel) => {
    // Without a listener, an error of one client would end the process.
    channel.on('error', (error) => log.debug({ err: error }, 'A channel failed'))
    log.info({ path: loggedPath(url, routeOptions.url, params), userId: actor?.userId }, 'channel')
    take(channel)
  })
}
