import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A client that reads less than 1 KiB per second while an answer is pending only holds memory. */
const windowMs = 60_000
const minBytesPerWindow = 60 * 1024
const lookEveryMs = 10_000

interface Waiting {
  since: number
  taken: number
}

/**
 * How many bytes have left this process. Counts within a chunk too: an answer of several MiB is one chunk and can take
 * minutes on a slow connection.
 */
const bytesTaken = (socket: Socket): number => {
  const { writeQueueSize = 0 }: { writeQueueSize?: number } = Reflect.get(socket, '_handle') ?? {}
  const dispatched: unknown = Reflect.get(socket, '_bytesDispatched')
  return typeof dispatched === 'number' ? dispatched - writeQueueSize : socket.bytesWritten - socket.writableLength
}

/** Closes connections that do not read what is pending: downloads, streams or channels. */
export const createUnreadWatch = (ticks: () => number = () => performance.now()) => {
  const waiting = new WeakMap<Socket, Waiting>()
  return (sockets: Iterable<Socket>): void => {
    const at = ticks()
    for (const socket of sockets) {
      const known = waiting.get(socket)
      const taken = bytesTaken(socket)
      if (socket.writableLength === 0) waiting.delete(socket)
      else if (known === undefined || taken - known.taken >= minBytesPerWindow)
        waiting.set(socket, { since: at, taken })
      else if (at - known.since >= windowMs) socket.destroy()
    }
  }
}

export const cutUnreadAnswers = (server: Server): void => {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const look = createUnreadWatch()
  const timer = setInterval(() => look(open), lookEveryMs).unref()
  server.once('close', () => clearInterval(timer))
}
