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
 * Beyond this the connection itself is closed (1009). Larger than the limit of a frame, because the parser ends the
 * connection before anything can be said: a frame between the two is answered with `frame_invalid`.
 */
const maxPayload = 4 * maxFrameBytes

const offers = new WeakMap<IncomingMessage, Offer>()
const channels = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload,
  perMessageDeflate: false,
  // Never the one that holds the token: what is selected is sent back in the clear, and logged by proxies.
  handleProtocols: () => liveProtocol,
})

/** How long what a refused client still sends is thrown away, so that it hears why. */
const lingerMs = 5_000

/** The parser has let go of the connection: nobody would read what still comes, nor notice that its client has left. */
const letGo = (socket: Duplex): void => {
  socket.end()
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

const refuseHandshake = (error: Error, socket: Duplex): void => {
  refuseConnection(error, socket)
  letGo(socket)
}

// What the handshake itself refuses would otherwise be told as a page of HTML.
channels.on('wsClientError', refuseHandshake)

const offeredProtocols = ({ headers }: IncomingMessage): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim())

/** A browser cannot send a header of its own with a WebSocket: the token comes as a subprotocol. */
const bearerOffered = (request: IncomingMessage): string | undefined =>
  offeredProtocols(request)
    .find((one) => one.startsWith(bearerProtocolPrefix))
    ?.slice(bearerProtocolPrefix.length)

/** Lets requests for an upgrade take the way of all others: the same judgement, the same answers. */
export const acceptUpgrades = (app: FastifyInstance): void => {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // Its body was left unread by the parser.
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseHandshake(new Error('No upgrade'), socket)
    const bearer = bearerOffered(request)
    if (bearer !== undefined) request.headers.authorization ??= `Bearer ${bearer}`
    offers.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    // Node hands out the socket of its own connection.
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
    response.once('finish', () => letGo(socket))
    app.routing(request, response)
  })
}

/** Refuses what is no request for a channel. To be asked before anything is opened for it. */
export const requireUpgrade = ({ raw }: FastifyRequest): void => {
  const isOffered = raw.headers.upgrade?.toLowerCase() === 'websocket' && offers.has(raw)
  if (!isOffered || !offeredProtocols(raw).includes(liveProtocol)) refuse('upgrade_required')
}

/** From here on the connection is the channel's. */
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
    // Without a listener an error of one client would end the service.
    channel.on('error', (error) => log.debug({ err: error }, 'A channel failed'))
    log.info({ path: loggedPath(url, routeOptions.url, params), userId: actor?.userId }, 'channel')
    take(channel)
  })
}
