import { closeCodes, type ServerFrame } from '@deal-canvas/contract'
import type { WebSocket } from 'ws'

/** A client with more queued bytes than this is not reading. It is disconnected and catches up when it reconnects. */
const maxQueuedBytes = 1024 * 1024

/** A connection that does not answer a ping within this time is terminated, even if its socket still looks open. */
const heartbeatMs = 30_000

/** How long a client can take to answer the close frame. */
const lingerMs = 5_000

/** Maximum number of bytes in flight during catch-up. */
const maxBurstBytes = 256 * 1024

/** Groups frames in order into bursts within the limit; a frame larger than the limit forms its own burst. */
const burstsOf = (texts: readonly string[]): string[][] => {
  const bursts: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const text of texts) {
    bytes += Buffer.byteLength(text)
    if (bytes > maxBurstBytes) {
      bursts.push([])
      bytes = Buffer.byteLength(text)
    }
    bursts.at(-1)?.push(text)
  }
  return bursts
}

/** Server side of a WebSocket. Frames are sent in order; a slow client is disconnected instead of waited for. */
export const createChannelSocket = (socket: WebSocket) => {
  let ended = false

  const end = (code: number, reason: string): void => {
    if (ended) return
    ended = true
    socket.send(JSON.stringify({ type: 'bye', reason } satisfies ServerFrame))
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), code === closeCodes.goingAway ? 1_000 : lingerMs).unref()
  }

  const sendText = (text: string, sent?: () => void): void => {
    if (!ended && socket.readyState === socket.OPEN) socket.send(text, sent)
    else sent?.()
  }

  /** Sends frames together. Resolves when the last one is flushed or the connection has closed. */
  const send = (texts: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      // A broken connection does not call the send callback.
      waitingForClose.add(resolve)
      const sent = (): void => {
        waitingForClose.delete(resolve)
        resolve()
      }
      texts.forEach((text, n) => {
        sendText(text, n === texts.length - 1 ? sent : undefined)
      })
    })

  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const heartbeat = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    if (socket.readyState === socket.OPEN) socket.ping()
  }, heartbeatMs).unref()
  const waitingForClose = new Set<() => void>()
  socket.once('close', () => {
    clearInterval(heartbeat)
    for (const resolve of waitingForClose) resolve()
  })

  return {
    end,

    /**
     * Sends a live frame without waiting. A client counts as slow by the bytes queued before this frame, however large
     * the frame itself is.
     */
    tell: (frame: ServerFrame | string): void => {
      if (socket.bufferedAmount > maxQueuedBytes) end(closeCodes.tooSlow, 'too_slow')
      else sendText(typeof frame === 'string' ? frame : JSON.stringify(frame))
    },

    /**
     * Sends missed events. Resolves when all are flushed, so that no more is read from the database than the client
     * accepts.
     */
    catchUp: async (texts: readonly string[]): Promise<void> => {
      for (const burst of burstsOf(texts)) await send(burst)
    },
  }
}
