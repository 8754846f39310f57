import { closeCodes, type ServerFrame } from '@deal-canvas/contract'
import type { WebSocket } from 'ws'

/** A client that lets so much pile up does not read; it comes back and catches up. */
const mostQueuedBytes = 1024 * 1024

/** A connection that does not answer for this long is gone, whatever its socket says. */
const heartbeatMs = 30_000

/** How long a client may take to answer the end. */
const lingerMs = 5_000

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

  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const heartbeat = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    if (socket.readyState === socket.OPEN) socket.ping()
  }, heartbeatMs).unref()
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearInterval(heartbeat)
      resolve()
    })
  })

  return {
    end,

    /** What happens now: it is not waited for. */
    tell: (frame: ServerFrame | string): void => {
      sendText(typeof frame === 'string' ? frame : JSON.stringify(frame))
      if (socket.bufferedAmount > mostQueuedBytes) end(closeCodes.tooSlow, 'too_slow')
    },

    /** What lies in the past, at least one frame of it: resolves when all of it has left, so that no more is read than the client takes. */
    catchUp: (texts: readonly string[]): Promise<void> =>
      new Promise((resolve) => {
        // A connection that breaks calls back no more.
        void closed.then(resolve)
        for (const text of texts.slice(0, -1)) sendText(text)
        sendText(texts.at(-1) ?? '', resolve)
      }),
  }
}
