import { closeCodes, type ServerFrame } from '@deal-canvas/contract'
import type { WebSocket } from 'ws'
import type { Rounds } from './rounds.ts'

/** A client with more queued bytes than this is not reading. It is disconnected and catches up when it reconnects. */
const maxQueuedBytes = 1024 * 1024

/** A connection that does not answer a ping within this time is terminated, even if its socket still looks open. */
export const heartbeatMs = 30_000

/** How long a client can take to answer the close frame. */
const lingerMs = 5_000

/** Maximum number of bytes in flight during catch-up. */
const maxBurstBytes = 256 * 1024

/** A frame as text, or as bytes that other channels send too. */
type Frame = string | Buffer

/** Groups frames in order into bursts within the limit; a frame larger than the limit forms its own burst. */
const burstsOf = (frames: readonly Frame[]): Frame[][] => {
  const bursts: Frame[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const frame of frames) {
    bytes += Buffer.byteLength(frame)
    if (bytes > maxBurstBytes) {
      bursts.push([])
      bytes = Buffer.byteLength(frame)
    }
    bursts.at(-1)?.push(frame)
  }
  return bursts
}

/** Server side of a WebSocket. Frames are sent in order; a slow client is disconnected instead of waited for. */
export const createChannelSocket = (socket: WebSocket, heartbeats: Rounds) => {
  let ended = false

  const end = (code: number, reason: string): void => {
    if (ended) return
    ended = true
    socket.send(JSON.stringify({ type: 'bye', reason } satisfies ServerFrame))
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), code === closeCodes.goingAway ? 1_000 : lingerMs).unref()
  }

  const sendFrame = (frame: Frame, sent?: () => void): void => {
    if (!ended && socket.readyState === socket.OPEN) socket.send(frame, { binary: false }, sent)
    else sent?.()
  }

  /** Sends frames together. Resolves when the last one is flushed or the connection has closed. */
  const send = (frames: readonly Frame[]): Promise<void> =>
    new Promise((resolve) => {
      // A broken connection does not call the send callback.
      waitingForClose.add(resolve)
      const sent = (): void => {
        waitingForClose.delete(resolve)
        resolve()
      }
      frames.forEach((frame, n) => {
        sendFrame(frame, n === frames.length - 1 ? sent : undefined)
      })
    })

  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const stopHeartbeat = heartbeats.join(() => {
    if (!answered) return socket.terminate()
    answered = false
    if (socket.readyState === socket.OPEN) socket.ping()
  })
  const waitingForClose = new Set<() => void>()
  socket.once('close', () => {
    stopHeartbeat()
    for (const resolve of waitingForClose) resolve()
  })

  return {
    end,

    /**
     * Sends a live frame without waiting. A client counts as slow by the bytes queued before this frame, however large
     * the frame itself is.
     */
    tell: (frame: ServerFrame | Frame): void => {
      if (socket.bufferedAmount > maxQueuedBytes) end(closeCodes.tooSlow, 'too_slow')
      else sendFrame(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame))
    },

    /**
     * Sends missed events. Resolves when all are flushed, so that no more is read from the database than the client
     * accepts.
     */
    catchUp: async (frames: readonly Frame[]): Promise<void> => {
      for (const burst of burstsOf(frames)) await send(burst)
    },
  }
}
