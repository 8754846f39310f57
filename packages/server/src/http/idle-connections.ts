import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../platform/addresses.ts'

/**
 * Limits the connections that one network holds open without a request under way. The longest idle one is closed; its
 * client can open another when it needs one, so nobody is locked out.
 */
export const boundIdleConnections = (server: Server, maxPerNetwork: number): void => {
  /** In the order in which the connections became idle. */
  const idleByNetwork = new Map<string, Set<Socket>>()

  const leaveIdle = (network: string, socket: Socket): void => {
    const idle = idleByNetwork.get(network)
    if (idle?.delete(socket) && idle.size === 0) idleByNetwork.delete(network)
  }
  const becomeIdle = (network: string, socket: Socket): void => {
    if (socket.destroyed) return
    const idle = idleByNetwork.get(network) ?? new Set()
    idleByNetwork.set(network, idle.add(socket))
    const [longest] = idle
    if (idle.size > maxPerNetwork) longest?.destroy()
  }

  const networks = new WeakMap<Socket, string>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    networks.set(socket, network)
    becomeIdle(network, socket)
    socket.once('close', () => leaveIdle(network, socket))
  })
  server.on('request', ({ socket }, response) => {
    const network = networks.get(socket)
    if (network === undefined) return
    leaveIdle(network, socket)
    response.once('close', () => becomeIdle(network, socket))
  })
  // A channel is busy as long as it is open; channels are limited per user elsewhere.
  server.on('upgrade', (_request, socket) => {
    const network = networks.get(socket as Socket)
    if (network !== undefined) leaveIdle(network, socket as Socket)
  })
}
