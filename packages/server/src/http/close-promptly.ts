import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long running requests may take once the service closes. */
const patienceMs = 8_000

/**
 * Lets nobody hold up the end of the service: neither a client that never finishes its request or never reads its
 * answer, nor a connection opened in advance, as browsers do, which the server takes for a busy one.
 */
export const closePromptly = (app: FastifyInstance): void => {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
  })
}
