import { closeCodes, type ServerFrame } from '@deal-canvas/contract'
import type { WebSocket } from 'ws'

/** A client that lets so much pile up does not read; it comes back and catches up. */
const maxQueuedBytes = 1024 * 1024

/** A connection that does not answer for this long is gone, whatever its socket says. */
const heartbeatMs = 30_000

/** How long a client may take to answer the end. */
const lingerMs = 5_000

/** So much of the past is on its way at once. */
const maxBurstBytes = 256 * 1024

/** Frames in their order, together as far as they fit; one that does not fit goes alone. */
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

/** One end of a WebSocket: frames go out in order, and a client that cannot follow is sent away, not waited for. */
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

  /** Frames that leave together; resolves when the last of them has, or the connection is over. */
  const send = (texts: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      // A connection that breaks calls back no more.
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

    /** What happens now: it is not waited for. A client is slow by what it left unread before, however large this frame is. */
    tell: (frame: ServerFrame | string): void => {
      if (socket.bufferedAmount > maxQueuedBytes) end(closeCodes.tooSlow, 'too_slow')
      else sendText(typeof frame === 'string' ? frame : JSON.stringify(frame))
    },

    /** What lies in the past: resolves when all of it has left, so that no more is read than the client takes. */
    catchUp: async (texts: readonly string[]): Promise<void> => {
      for (const burst of burstsOf(texts)) await send(burst)
    },
  }
}
