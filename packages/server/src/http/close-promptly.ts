import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long running requests can take once the service closes. */
const patienceMs = 8_000

/**
 * Keeps clients from delaying shutdown: a client that never finishes its request or never reads its answer, or a
 * connection that a browser opened in advance, which the server counts as busy.
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
