// A proxy between the service and a store that injects network faults.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { steadyPort } from './steady-port.mjs'

/** Most chunks pass, so that connections live long enough to be hit in the middle of their work. */
const shareStruck = 0.05

const half = (bytes) => bytes.subarray(0, Math.ceil(bytes.length / 2))

const piecesOf = function* (bytes, size) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

/**
 * What each fault does with incoming bytes (`carry`), with every connection that is or becomes open (`meet`), and
 * whether connections are refused.
 */
export const faults = {
  latency: {
    carry: async (bytes, way) => {
      await way.delay(200)
      way.pass(bytes)
    },
  },
  /** The store has executed the request, but the response is lost. */
  'loss of answer': { carry: (bytes, way) => (way.isAnswer && way.strikes() ? way.reset() : way.pass(bytes)) },
  /** The store never received the request. */
  reset: { carry: (bytes, way) => (!way.isAnswer && way.strikes() ? way.reset() : way.pass(bytes)) },
  /** Nothing passes and neither side is notified; for connections open at that time this never ends. */
  'half-open': { meet: (passage) => passage.silence() },
  slow: {
    carry: async (bytes, way) => {
      for (const piece of piecesOf(bytes, 128)) {
        await way.delay(10)
        way.pass(piece)
      }
    },
  },
  'cut mid-message': {
    carry: async (bytes, way) => {
      if (way.isAnswer || !way.strikes()) return way.pass(bytes)
      way.pass(half(bytes))
      // Sent immediately, the reset would overtake the first half.
      await pause(20)
      way.reset()
    },
  },
  refused: { meet: (passage) => passage.reset(), refuses: true },
  /** Half a response, then an orderly close. */
  truncated: { carry: (bytes, way) => (way.isAnswer && way.strikes() ? way.end(half(bytes)) : way.pass(bytes)) },
}

export const startFaultyProxy = async (target) => {
  const port = await steadyPort()
  const open = new Set()
  let fault
  /** How often the fault took effect: one that never did proves nothing. */
  let struck = 0

  const join = (near) => {
    const far = connect(target, '127.0.0.1')
    let isSilent = false
    const reset = () => {
      struck += 1
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    const carry = async (from, to, isAnswer) => {
      const way = {
        isAnswer,
        reset,
        strikes: () => struck === 0 || Math.random() < shareStruck,
        pass: (bytes) => to.write(bytes),
        delay: (ms) => {
          struck += 1
          return pause(ms)
        },
        end: (bytes) => {
          struck += 1
          to.end(bytes)
        },
      }
      try {
        for await (const bytes of from) {
          if (isSilent) continue
          if (fault?.carry === undefined) way.pass(bytes)
          else await fault.carry(bytes, way)
        }
      } catch {
        // The fault or the owner broke the connection; as with an orderly end, the other side is closed below.
      }
      if (!isSilent) to.end()
    }
    // The reader of the socket gets the error as well.
    for (const socket of [near, far]) socket.on('error', () => undefined)
    const passage = {
      reset,
      silence: () => {
        struck += 1
        isSilent = true
      },
      destroy: () => {
        near.destroy()
        far.destroy()
      },
    }
    open.add(passage)
    fault?.meet?.(passage)
    void Promise.all([carry(near, far, false), carry(far, near, true)]).then(() => open.delete(passage))
  }

  const server = createServer({ noDelay: true }, join)
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  return {
    port,
    begin: async (name) => {
      fault = faults[name]
      struck = 0
      const closed = fault.refuses ? once(server, 'close') : undefined
      if (fault.refuses) server.close()
      for (const passage of open) fault.meet?.(passage)
      await closed
    },
    /** Returns how often the fault took effect. */
    end: async () => {
      const wasRefusing = fault.refuses
      fault = undefined
      if (wasRefusing) await listen()
      return struck
    },
    close: () => {
      server.close()
      for (const passage of open) passage.destroy()
    },
  }
}
